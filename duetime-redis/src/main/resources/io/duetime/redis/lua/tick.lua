-- Makes a tick and its job for the first caller only: definition and ticks of the caller must be the stored
-- ones.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside recurring ticks
-- arguments: name, definition seen, ticks seen, ticks to store, this tick, id (empty to leave it out),
--   record
-- reply: now, wasFirst
--   wasFirst: 1 if this call made the tick
-- bounds: one job
-- include: intake
if redis.call('HGET', K_recurring, ARGV[1]) ~= ARGV[2]
  or redis.call('HGET', K_ticks, ARGV[1]) ~= ARGV[3] then
  return { now, 0 }
end
redis.call('HSET', K_ticks, ARGV[1], ARGV[4])
if ARGV[6] ~= '' then schedule_one(ARGV[6], ARGV[7], tonumber(ARGV[5]), true) end
finish()
return { now, 1 }
