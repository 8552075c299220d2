-- Makes the job of a tick, and only the first caller's: the definition and its last tick have to be
-- as the caller has seen them.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside recurring ticks
-- arguments: name, definition seen, last tick seen, this tick, id (empty to leave the tick out), record
-- reply: now, 1 if it was this call that made the tick
-- bounds: one job
-- include: intake
if redis.call('HGET', K_recurring, ARGV[1]) ~= ARGV[2]
  or redis.call('HGET', K_ticks, ARGV[1]) ~= ARGV[3] then
  return { now, 0 }
end
redis.call('HSET', K_ticks, ARGV[1], ARGV[4])
if ARGV[5] ~= '' then schedule_one(ARGV[5], ARGV[6], tonumber(ARGV[4]), true) end
finish()
return { now, 1 }
