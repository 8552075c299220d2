-- Gives jobs back.
-- include: current, limit
-- Tokens to return to the home shard, and whether jobs were released: the token of a released job lets
-- another job run.
local released, any_released = 0, false

-- How many interruptions in a row count no attempt.
local FREE_INTERRUPTIONS = 10

local function return_token()
  if by_permit then
    released = released + (conf.permits and 1 or 0)
  else
    open_bucket()
    take_tokens(-1)
  end
  unlimited()
  any_released = true
end

local function wait_again(job, delay)
  job.stage, job.attempt, job.since, job.deadline, job.consumer = WAITING, job.attempt - 1, 0, 0, ''
  if delay then job.due, job.anchor, job.more.m = now + most_delay(delay), now, nil end
  save(job)
  return RELEASED, job.due
end

local function release(job, delay, unconfirmed)
  return_token()
  if job.more.s then return promote(job) end
  if job.marked then
    cancelled(job, now)
    return IS_CANCELLED, 0
  end
  if delay then job.more.i = nil end
  if unconfirmed then job.more.u = 1 end
  return wait_again(job, delay)
end

local function interrupted(job, delay, failure)
  return_token()
  local before = job.more.i or 0
  if before >= FREE_INTERRUPTIONS or job.more.s or job.marked then return fail(job, failure, delay) end
  note_failure(job, failure)
  job.more.i = before + 1
  return wait_again(job, delay)
end
