-- All recurring definitions of a queue.
-- keys: meta recurring ticks
-- arguments: none
-- reply: now, then for each definition name, definition, last tick
-- bounds: the number of definitions
-- effect: reads
-- include: shard
local reply, all = { now }, redis.call('HGETALL', K_recurring)
for i = 1, #all, 2 do
  local at = #reply
  reply[at + 1], reply[at + 2] = all[i], all[i + 1]
  reply[at + 3] = tonumber(redis.call('HGET', K_ticks, all[i]) or 0)
end
return reply
