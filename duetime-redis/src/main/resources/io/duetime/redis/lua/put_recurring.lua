-- Stores a recurring definition, if it is still as the caller has seen it.
-- keys: meta recurring ticks
-- arguments: name, definition, definition seen before (or empty), 1 if its ticks go on where they were
-- reply: now, last tick, or now, -1 if the definition has changed meanwhile
-- bounds: one definition
-- include: shard
if (redis.call('HGET', K_recurring, ARGV[1]) or '') ~= ARGV[3] then return { now, -1 } end
redis.call('HSET', K_recurring, ARGV[1], ARGV[2])
if ARGV[4] ~= '1' or redis.call('HEXISTS', K_ticks, ARGV[1]) == 0 then
  redis.call('HSET', K_ticks, ARGV[1], now)
end
return { now, tonumber(redis.call('HGET', K_ticks, ARGV[1])) }
