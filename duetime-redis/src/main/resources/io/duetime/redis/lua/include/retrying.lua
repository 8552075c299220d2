-- The waiting jobs that have failed before are also in `forget`, behind all moments of ended jobs: a further key
-- would cost every call. A version that does not know them leaves those that have run; maintenance removes them.
-- include: shard
local RETRYING_FROM = 2 * SPAN

local function enter_retrying(job)
  if job.attempt > 0 then redis.call('ZADD', K_forget, RETRYING_FROM + job.due, job.id) end
end

local function leave_retrying(job)
  if job.was.attempt > 0 then redis.call('ZREM', K_forget, job.id) end
end
