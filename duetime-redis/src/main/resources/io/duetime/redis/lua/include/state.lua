-- The state of a job that is not simply waiting for the first time: fixed part, holder, rare part.
-- Layout: docs/formats/redis.md.
-- include: layout

-- IS_PLAIN says that nothing but the two hashes and `leased` knows of a leased job. What is rare: h
-- history, a answers, s successor, e end (reason, message), p priority, i
-- interruptions in a row, u 1 if an attempt may have had its effect, m the shift that moved the job (shift.lua), v the task
-- that redrove the job, until its first attempt has ended, w the note of a running job. An anchor of 0 means the moment of
-- the request; without answers, a repeated request gets that of a new job.
local function pack_state(job)
  local more = ''
  if job.more and next(job.more) then more = cmsgpack.pack(job.more) end
  local flags = (job.marked and IS_MARKED or 0) + (more ~= '' and HAS_MORE or 0)
  return struct.pack(STATE, job.stage, flags, job.attempt, job.fence, job.due, job.first,
    job.anchor, job.since or 0, job.deadline or 0)
    .. struct.pack('Bc0', #(job.consumer or ''), job.consumer or '') .. more
end

-- The rare part of a state; fails where it is none.
local function unpack_more(packed)
  local more = cmsgpack.unpack(packed)
  for name, kind in pairs({ h = 'table', a = 'table', s = 'table', e = 'table', m = 'table',
    v = 'string', p = 'number', i = 'number', u = 'number', w = 'table' }) do
    if more[name] ~= nil and type(more[name]) ~= kind then error('no rare part of a state') end
  end
  return more
end

local function unpack_state(state, job)
  local flags, at
  job.stage, flags, job.attempt, job.fence, job.due, job.first, job.anchor, job.since, job.deadline, at =
    struct.unpack(STATE, state)
  job.marked = bit.band(flags, IS_MARKED) ~= 0
  job.consumer, at = struct.unpack('Bc0', state, at)
  job.more = bit.band(flags, HAS_MORE) ~= 0 and unpack_more(string.sub(state, at)) or {}
  if job.more.m and job.more.m[3] ~= job.due then job.more.m = nil end
  if job.r then
    if job.anchor == 0 then job.anchor = job.r.scheduled end
    if not job.more.a and job.r.nonce then job.more.a = { { job.r.nonce, CREATED, job.first } } end
  end
  return job
end

-- Whether the job of a tick was never begun; one that was moved or released with a delay is due at another
-- moment. One that waits for an earlier job is due later, too, and was never claimed.
local function is_unbegun(job, tick)
  return job and job.stage == WAITING and job.attempt == 0 and not job.more.h
    and job.first == tick and (job.due <= tick or job.fence == 0)
end
