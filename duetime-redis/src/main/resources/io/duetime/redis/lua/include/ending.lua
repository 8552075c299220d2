-- Ends attempts and jobs.
-- include: minute, save, retry, copy, dead
local FAILED, BURIED, LEASE_LOST, INTERRUPTED = 1, 2, 3, 4
local KEPT_FAILURES, KEPT_ANSWERS = 10, 4

-- Keeps an ended job for its retention, or removes it without one.
local function remember(job, stage, at, reason, message)
  local retention = job.r.retention or conf.retention or 0
  if retention == 0 then return delete(job) end
  job.stage, job.since, job.deadline, job.marked = stage, at, at + retention, false
  job.more.s, job.more.e = nil, message and message ~= '' and { reason, message } or nil
  save(job)
end

local function cancelled(job, at)
  count('cancelled')
  remember(job, CANCELLED, at)
end

-- Replaces the job by its successor, which keeps the failures.
local function promote(job)
  local s = job.more.s
  local answers = job.more.a or {}
  for _, answer in ipairs(s.a or {}) do answers[#answers + 1] = answer end
  while #answers > KEPT_ANSWERS do table.remove(answers, 1) end
  job.stage, job.record, job.r, job.marked = WAITING, s.record, parse(s.record), false
  job.due, job.first, job.anchor, job.attempt, job.fence = s.due, s.due, s.anchor, 0, 0
  job.since, job.deadline, job.consumer = 0, 0, ''
  job.more = { h = job.more.h, a = #answers > 0 and answers or nil }
  save(job)
  may_come_at(job.due)
  return SUCCEEDED, job.due
end

local function die(job, at, reason, message)
  if conf.deadCopyTo then save_copy(job, at) end
  job.stage, job.since, job.deadline, job.marked = DEAD, at, 0, false
  job.more.e, job.more.s = { reason, message }, nil
  save(job)
  count('died')
  bound_dead()
  return IS_DEAD, 0
end

-- A failure: outcome, at, reason, fingerprint; unconfirmed where it may have had its effect; early where the next attempt may be due before the due time
-- that the job had.
local function note_failure(job, failure)
  local history = job.more.h or {}
  history[#history + 1] = { job.attempt, job.since, failure.at, failure.outcome, failure.reason,
    failure.fingerprint }
  while #history > KEPT_FAILURES do table.remove(history, 1) end
  job.more.h = history
  if failure.unconfirmed or failure.outcome == LEASE_LOST then job.more.u = 1 end
end

-- A delay, shortened to how far ahead jobs of the queue may be due.
local function most_delay(delay)
  return math.min(delay, conf.maxAhead or delay)
end

local function try_again(job, failure, delay)
  local at = failure.at
  local due = at + most_delay(delay or wait_after(job.r.retry, job.id, job.attempt))
  job.due = failure.early and due or math.max(due, job.due)
  job.more.m = nil
  -- An interruption that counts as an attempt is not the last in its row.
  job.more.i = failure.outcome == INTERRUPTED and (job.more.i or 0) + 1 or nil
  job.stage, job.anchor, job.since, job.deadline, job.consumer = WAITING, at, 0, 0, ''
  save(job)
  count('retried')
  may_come_at(job.due)
  return RETRYING, job.due
end

-- Ends a failed attempt, and decides what follows.
local function fail(job, failure, delay)
  local at, reason = failure.at, failure.reason
  count_end('failed')
  if job.marked and not job.more.s then
    cancelled(job, at)
    return IS_CANCELLED, 0
  end
  note_failure(job, failure)
  if job.more.s then return promote(job) end
  if failure.outcome == BURIED then return die(job, at, 'BURIED', reason) end
  if job.attempt >= attempts_of(job.r.retry) then return die(job, at, 'EXHAUSTED', reason) end
  return try_again(job, failure, delay)
end

-- Replaces the job by its successor, if it has one; otherwise the job is done.
local function succeed(job, message)
  count_end('acked')
  job.acked = true
  if job.more.s then
    promote(job)
  else
    remember(job, DONE, now, 'DONE', message)
  end
  return ACKED, 0
end
