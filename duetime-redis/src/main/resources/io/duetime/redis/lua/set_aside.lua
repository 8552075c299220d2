-- Sets a job aside whose record or state a client could not understand, if it is still the one that the
-- client has read.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late permits drawn
-- arguments: id, record (or empty: it is missing), state (or empty)
-- reply: now, done
--   done: 1 if it was put aside
-- bounds: one job
-- include: job, limit, go_on
local record = redis.call('HGET', K_jobs, ARGV[1])
local state = redis.call('HGET', K_runs, ARGV[1])
if (record or '') ~= ARGV[2] or (state or '') ~= ARGV[3] then return { now, 0 } end
if not (record or state or redis.call('ZSCORE', K_due, ARGV[1])) then return { now, 0 } end
local was_full = is_full()
set_aside(ARGV[1], record)
room_again(was_full)
finish()
return { now, 1 }
