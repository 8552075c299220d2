-- include: overlap, retrying
local function leave(job)
  local id, stage = job.id, job.was.stage
  if stage == WAITING then
    leave_order(job)
    leave_retrying(job)
    redis.call('ZREM', K_due, id)
  elseif stage == LEASED then
    redis.call('ZREM', K_leased, id)
  elseif stage == DEAD then
    redis.call('ZREM', K_dead, id)
  else
    redis.call('ZREM', stage == DONE and K_done or K_cancelled, id)
    redis.call('ZREM', K_forget, id)
  end
end

local function enter(job)
  local id, stage = job.id, job.stage
  if stage == WAITING then
    enter_order(job)
    redis.call('ZADD', K_due, job.due, id)
    enter_retrying(job)
  elseif stage == LEASED then
    redis.call('ZADD', K_leased, job.deadline, id)
  elseif stage == DEAD then
    redis.call('ZADD', K_dead, job.since, id)
    if conf.deadRetention then maintenance_by(job.since + conf.deadRetention) end
  else
    redis.call('ZADD', stage == DONE and K_done or K_cancelled, job.since, id)
    redis.call('ZADD', K_forget, (stage == DONE and 0 or SPAN) + job.deadline, id)
    maintenance_by(job.deadline)
  end
end

local function untag(job)
  for _, tag in ipairs(job.was and job.was.tags or {}) do
    redis.call('ZREM', K_tags, tag .. '\0' .. job.id)
  end
end

local function enter_tags(job)
  for _, tag in ipairs(job.r.tags) do
    redis.call('ZADD', K_tags, 0, tag .. '\0' .. job.id)
  end
end

local function is_as_made(job)
  local a = job.more.a or {}
  return job.stage == WAITING and job.attempt == 0 and job.fence == 0 and job.first == job.due
    and job.anchor == job.r.scheduled and not job.more.h and not job.more.p and not job.more.u and not job.more.m and not job.more.v
    and (#a == 0 and not job.r.nonce
      or #a == 1 and a[1][1] == job.r.nonce and a[1][2] == CREATED and a[1][3] == job.due)
end

-- Counts for its task, unless that is forgotten, how the first attempt of a redriven job ends, which is here
-- if nothing of the job carries the task any more.
local function end_redrive(job, is_carried)
  local task = job.was and job.was.redrive
  if not task or is_carried then return end
  job.more.v, job.was.redrive = nil, nil
  if redis.call('HEXISTS', K_meta, 'redriven:' .. task) == 1 then
    redis.call('HINCRBY', K_meta, (job.acked and 'succeeded:' or 'failed:') .. task, 1)
  end
end

-- Writes a job, new or changed.
local function save(job)
  local was = job.was
  if job.stage ~= LEASED then job.more.w = nil end
  end_redrive(job, job.more.v and (job.stage == WAITING and job.attempt == 0 or job.stage == LEASED))
  if was and was.stage ~= job.stage then
    leave(job)
  elseif was and was.stage == WAITING then
    leave_order(job)
    leave_retrying(job)
  end
  enter(job)
  if not was or was.record ~= job.record then
    redis.call('HSET', K_jobs, job.id, job.record)
    untag(job)
    enter_tags(job)
  end
  if is_as_made(job) then
    if was then redis.call('HDEL', K_runs, job.id) end
  else
    redis.call('HSET', K_runs, job.id, pack_state(job))
  end
  if job.r.overlap then note_overlap(job) end
end

local function delete(job)
  end_redrive(job)
  leave(job)
  untag(job)
  redis.call('HDEL', K_jobs, job.id)
  redis.call('HDEL', K_runs, job.id)
  if job.r.overlap then note_overlap(job, true) end
end
