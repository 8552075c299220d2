-- Stores or removes a recurring definition and its ticks, and cancels jobs of future ticks, if all of them
-- are still as the caller has seen them.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside recurring ticks
-- arguments: name, definition and ticks seen (empty for none), definition and ticks to store (empty to
--   forget them), n, then the ids of the jobs to cancel
-- reply: now, done
--   done: 1 if it was done, 0 if anything has changed meanwhile
-- bounds: one definition, 100 jobs
-- include: current
local name, put, n = ARGV[1], ARGV[4] ~= '', tonumber(ARGV[6])
if (redis.call('HGET', K_recurring, name) or '') ~= ARGV[2]
  or (redis.call('HGET', K_ticks, name) or '') ~= ARGV[3] then
  return { now, 0 }
end
for i = 7, 6 + n do
  if not redis.call('ZSCORE', K_due, ARGV[i]) then return { now, 0 } end
end
-- A definition that takes no more room than before is stored even if memory has run out (go_on).
if #ARGV[4] <= #ARGV[2] then redis.call('HDEL', K_meta, '') end
if put then
  redis.call('HSET', K_recurring, name, ARGV[4])
  redis.call('HSET', K_ticks, name, ARGV[5])
else
  redis.call('HDEL', K_recurring, name)
  redis.call('HDEL', K_ticks, name)
end
for i = 7, 6 + n do
  local job = current(ARGV[i])
  if job and job.stage == WAITING then cancelled(job, now) end
end
finish()
return { now, 1 }
