-- Reads and writes whole jobs in all their keys.
-- include: order, record, state

-- A job that waits for the first time, as its request made it: it has no state of its own.
local function fresh(id, record, due)
  local r = parse(record)
  if not r then return nil end
  return { id = id, record = record, r = r, stage = WAITING, due = due, first = due,
    anchor = r.scheduled, attempt = 0, fence = 0,
    more = { a = r.nonce and { { r.nonce, CREATED, due } } or nil } }
end

-- Removes tags that the record tells; other tags lead to no job. A member of `ready` is removed by the claim
-- that finds no job.
local function set_aside(id, record)
  local understood, r = pcall(parse, record)
  for _, tag in ipairs(understood and r and r.tags or {}) do
    redis.call('ZREM', K_tags, tag .. '\0' .. id)
  end
  redis.call('HSET', K_aside, id, record or '')
  redis.call('HDEL', K_jobs, id)
  redis.call('HDEL', K_runs, id)
  redis.call('ZREM', K_due, id)
  redis.call('ZREM', K_leased, id)
  redis.call('ZREM', K_dead, id)
  redis.call('ZREM', K_done, id)
  redis.call('ZREM', K_cancelled, id)
  redis.call('ZREM', K_forget, id)
  count('setAside')
end

-- Decodes a job; fails or answers nil where its bytes cannot be understood.
local function read_job(id, record, state, score)
  if state then
    local r = parse(record)
    return r and string.byte(state, 1) <= CANCELLED and unpack_state(state, { id = id, record = record, r = r })
  end
  local due = tonumber(score)
  return due and fresh(id, record, due)
end

-- The job under an id; sets a job aside whose record cannot be understood.
local function load(id)
  local record = redis.call('HGET', K_jobs, id)
  if not record then return nil end
  local state = redis.call('HGET', K_runs, id)
  local score = not state and redis.call('ZSCORE', K_due, id)
  local understood, job = pcall(read_job, id, record, state, score)
  if not understood or not job then
    set_aside(id, record)
    return nil
  end
  job.was = { stage = job.stage, tags = job.r.tags, record = record, due = job.due, attempt = job.attempt,
    priority = priority_of(job), redrive = job.more.v }
  return job
end
