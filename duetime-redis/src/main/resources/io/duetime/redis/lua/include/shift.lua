-- Shifts waiting jobs by a length of time, and takes shifts back. A shifted job has `m` in its rare part: the
-- task (empty if it was taken back), how far it was moved, the due time since, when that was; another due time
-- makes it invalid.
-- include: expiry, move, redrive
local times = { from = NEVER, to = -1, new_from = NEVER, new_to = -1, at_once = 0 }

-- Whether the job was created, replaced or moved after a moment. An anchor in the future is one that a shift
-- moved along.
local function has_moved_since(job, begun)
  if job.more.m then return job.more.m[4] > begun end
  return job.r.scheduled > begun or job.anchor > begun and job.anchor <= now
end

-- How far to move a job; nil to pass it over, as a shift moves jobs ahead of the position, or is repeated.
local function distance(job, asked)
  local m = job.more.m
  local is_marked = m and m[1] == asked.task
  if asked.is_undo then return is_marked and -m[2] or nil end
  if is_marked or has_moved_since(job, asked.begun) then return nil end
  return asked.by + spread_of(asked.queue, job.id, asked.spread)
end

-- Moves a job, or only counts it; answers 1, or 0 if it stays where it is.
local function shift(job, by, asked)
  local due, first = job.due + by, job.first + by
  if job.due > now and due <= now then times.at_once = times.at_once + 1 end
  if not asked.is_undo and due < now or first < 0 or due - now > asked.most_ahead
    or expires_at({ r = job.r, first = first }) <= math.max(due, now) then
    return 0
  end
  times.from, times.to = math.min(times.from, job.due), math.max(times.to, job.due)
  times.new_from, times.new_to = math.min(times.new_from, due), math.max(times.new_to, due)
  if asked.is_dry then return 1 end
  job.due, job.first, job.anchor = due, first, math.max(1, job.anchor + by)
  job.more.m = asked.is_undo and { '', 0, due, now } or { asked.task, by, due, now }
  save(job)
  may_come_at(due)
  return 1
end
