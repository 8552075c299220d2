-- Jobs on their way to the newest epoch: taken out of this shard, and not known to have arrived there.
-- include: shard
local function add_leaving(reply)
  local leaving = redis.call('HGETALL', K_leaving)
  for i = 1, #leaving, 2 do
    local packed, at = cmsgpack.unpack(leaving[i + 1]), #reply
    reply[at + 1], reply[at + 2], reply[at + 3] = leaving[i], packed[1], packed[2]
  end
  return reply
end
