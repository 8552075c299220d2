-- Schedules jobs with new ids that are plain: no expiry, tags or copies, in a queue of no limits.
-- keys: meta jobs due ready
-- arguments: n, epoch (the newest the caller knows if it is newer than this shard's, which seals the
--   shard; 0 if this is the newest; -1 for ids that live here whatever the epoch), a fence that the
--   shard has to be beyond, then for each job id, record without its moment, due time (a delay d as
--   -1 - d)
-- reply: now, maintenance, sealed, fence
-- each: answer
--   fence: the last one given; answer: for each job due time * 16 + CREATED
-- bounds: 500 jobs
-- otherwise: schedule_all
-- include: time, whole
local meta = redis.call('HMGET', K_meta, 'version', 'conf', 'order', 'told', 'limited', 'sealed', 'fence')
if meta[1] ~= LAYOUT then
  return redis.error_reply(meta[1] and 'DTVERSION ' .. meta[1] or 'DTABSENT no such shard')
end
-- Flags of an expiry, tags, a longest wait; first bytes from which on the rule is DEBOUNCE, then
-- KEEP_UNFINISHED, and the job is a copy. KEEP_UNFINISHED is stored as KEEP, which is so much less.
local SPECIAL, DEBOUNCING, KEEPING, COPY, MORE_THAN_KEEP = 104, 96, 112, 128, 80
local args, n, fence = ARGV, ARGV[1] + 0, (meta[7] or 0) + 0
if meta[6] or args[2] ~= '0' or args[3] + 0 > fence then return {} end
if meta[2] then
  local settings = cmsgpack.unpack(meta[2])
  if settings.priority or settings.retry or settings.maxWaiting or settings.maxAhead then return {} end
end

-- include: order_plain
local first, stamp, reply = NEVER, struct.pack('>I6', now), { now, -1, 0, fence }
local byte, ids, jobs, dues, seen = string.byte, nil, nil, nil, nil
if n > 1 then ids, jobs, dues, seen = {}, {}, {}, {} end
for i = 1, n do
  local id, record, due_text = args[3 * i + 1], args[3 * i + 2], args[3 * i + 3]
  local due = due_text + 0
  if due < 0 then
    due = now - 1 - due
    due_text = string.format(WHOLE, due)
  end
  local rule, flags = byte(record, 1, 2)
  if rule >= KEEPING and rule < COPY then
    rule = rule - MORE_THAN_KEEP
    record = string.char(rule) .. string.sub(record, 2)
  end
  if flags >= HAS_EXPIRY and bit.band(flags, SPECIAL) ~= 0 or due - now > MAX_AHEAD
    or rule >= DEBOUNCING then
    return {}
  end
  if due < first then first = due end
-- include: place_plain
  reply[i + 4] = due * 16 + CREATED
  if n > 1 then
    if seen[id] then return {} end
    seen[id], ids[i] = true, id
    jobs[2 * i - 1], jobs[2 * i] = id, record .. stamp
    dues[2 * i - 1], dues[2 * i] = due_text, id
  elseif redis.call('HSETNX', K_jobs, id, record .. stamp) == 1 then
    redis.call('ZADD', K_due, due_text, id)
  else
    return {}
  end
end
if n > 1 then
  for _, stored in ipairs(redis.call('HMGET', K_jobs, unpack(ids))) do
    if stored then return {} end
  end
  redis.call('HSET', K_jobs, unpack(jobs))
  redis.call('ZADD', K_due, unpack(dues))
end
if ordered > 0 then
  if is_caught_up then redis.call('HSET', K_meta, 'order', struct.pack('>I6', now + 1)) end
  redis.call('ZADD', K_ready, unpack(ready))
end
if maintenance < NEVER then reply[2] = maintenance end
redis.call('HINCRBY', K_meta, 'n:scheduled', args[1])
local limited = meta[5] or '0'
if first < limited + 0 then first = limited + 0 end
if not meta[4] or first < meta[4] + 0 then
  local told = string.format(WHOLE, first)
  redis.call('HSET', K_meta, 'told', told, 'limited', limited)
  redis.call('PUBLISH', string.sub(K_meta, 1, -5) .. 'wake', 'E' .. told)
end
return reply
