-- Stores a recurring definition, if it is still as the caller has seen it.
-- keys: meta recurring ticks
-- arguments: name, definition, definition seen before (or empty), from when its ticks
--   count: now, last (they go on) or paused (now, but for a tick dealt with ahead of its time)
-- reply: now, last tick, or now, -1 if the definition has changed meanwhile
-- bounds: one definition
-- include: shard
if (redis.call('HGET', K_recurring, ARGV[1]) or '') ~= ARGV[3] then return { now, -1 } end
redis.call('HSET', K_recurring, ARGV[1], ARGV[2])
local last = tonumber(redis.call('HGET', K_ticks, ARGV[1]))
local from = now
if last and ARGV[4] == 'last' then from = last end
if last and ARGV[4] == 'paused' then from = math.max(now, last) end
redis.call('HSET', K_ticks, ARGV[1], from)
return { now, from }
