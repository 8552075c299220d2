-- Makes a dead job due again, its attempts counted from the first.
-- include: move

-- Removes the expiry from a job's record: a redriven job runs in any case.
local function drop_expiry(job)
  local record, at = job.record, job.r.expiry_at
  if not job.r.expiry then return end
  job.record = string.sub(record, 1, 1) .. string.char(job.r.flags - HAS_EXPIRY)
    .. string.sub(record, 3, at - 1) .. string.sub(record, at + 7)
  job.r = parse(job.record)
end

-- By how much a job is put off within a window of milliseconds, 0 for none.
local function spread_of(queue, id, window)
  if window == 0 then return 0 end
  return tonumber(string.sub(redis.sha1hex(queue .. '\n' .. id), 1, 8), 16) % window
end

-- How many more jobs a step may redrive for a task, of which `most` may be redriven in this shard; nil
-- without a task.
local function left_of(task, most)
  return task ~= '' and most - tonumber(redis.call('HGET', K_meta, 'redriven:' .. task) or 0) or nil
end

-- Answers 1, or 0 if an earlier step has redriven the job and it has died again since: otherwise the change
-- would never end. With a task, the job is due now, and carries the task until its first attempt has ended.
local function redrive(job, from, spread, queue, task)
  local due = task and now or from + spread_of(queue, job.id, spread)
  if not task and job.first == due and job.since > from then return 0 end
  if task then redis.call('HINCRBY', K_meta, 'redriven:' .. task, 1) end
  job.more.v = task or nil
  drop_expiry(job)
  move(job, due)
  return 1
end
