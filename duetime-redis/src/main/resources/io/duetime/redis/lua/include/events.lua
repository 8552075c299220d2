-- The counters of events of a shard, in the order in which scripts answer and receive them.
-- include: shard
local EVENTS = { 'scheduled', 'claimed', 'acked', 'retried', 'leasesLost', 'died', 'deadDropped', 'expired',
  'dropped', 'cancelled', 'setAside' }

-- Adds the counters to a reply.
local function add_counted(reply)
  for _, event in ipairs(EVENTS) do
    reply[#reply + 1] = tonumber(redis.call('HGET', K_meta, 'n:' .. event) or 0)
  end
  return reply
end
