-- Schedules jobs, each atomic, in order. A fast path without functions serves plain jobs with new ids.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late leaving
-- arguments: n, epoch (the newest the caller knows if it is newer than this shard's, which seals the
--   shard; 0 if this is the newest; -1 for ids that live here whatever the epoch), a fence that the
--   shard has to be beyond, then for each job id, record without its moment, due time (a delay d as
--   -1 - d)
-- reply: now, maintenance, sealed, fence
-- each: answer
--   fence: the last one given
--   answer: for each job due time * 16 + outcome: CREATED, REPLACED, SUCCESSOR, KEPT, KEPT_RUNNING,
--   REJECTED, TOO_FAR, NO_ROOM; ELSEWHERE: the shard is sealed and does not know the id;
--   LEAVING: it is on its way to the newest epoch. If stored records are large, answers only the first
--   jobs
-- bounds: 500 jobs, about 4 MiB of stored records
-- include: time
-- rarely: schedule_all (schedule_all)
local meta = redis.call('HMGET', K_meta, 'version', 'conf', 'order', 'told', 'limited', 'sealed', 'fence')
if meta[1] ~= LAYOUT then
  return redis.error_reply(meta[1] and 'DTVERSION ' .. meta[1] or 'DTABSENT no such shard')
end
-- Flags of an expiry, tags, a longest wait; first bytes from which on the rule is DEBOUNCE, then
-- KEEP_UNFINISHED, and the job is a copy. KEEP_UNFINISHED is stored as KEEP, which is so much less.
local SPECIAL, DEBOUNCING, KEEPING, COPY, MORE_THAN_KEEP = 104, 96, 112, 128, 80
local n, fence = tonumber(ARGV[1]), tonumber(meta[7] or 0)
if meta[6] or ARGV[2] ~= '0' or tonumber(ARGV[3]) > fence then return rarely().schedule_all() end
if meta[2] then
  local settings = cmsgpack.unpack(meta[2])
  if settings.priority or settings.retry or settings.maxWaiting or settings.maxAhead then
    return rarely().schedule_all()
  end
end

-- include: order_plain
local first, stamp, reply = 9007199254740991, struct.pack('>I6', now), { now, -1, 0, fence }
local ids, jobs, dues, seen
if n > 1 then ids, jobs, dues, seen = {}, {}, {}, {} end
for i = 1, n do
  local id, record, due_text = ARGV[3 * i + 1], ARGV[3 * i + 2], ARGV[3 * i + 3]
  local due = tonumber(due_text)
  if due < 0 then
    due = now - 1 - due
    due_text = due
  end
  local rule, flags = string.byte(record, 1, 2)
  if rule >= KEEPING and rule < COPY then
    rule = rule - MORE_THAN_KEEP
    record = string.char(rule) .. string.sub(record, 2)
  end
  if flags > 1 and bit.band(flags, SPECIAL) ~= 0 or due - now > MAX_AHEAD
    or rule >= DEBOUNCING then
    return rarely().schedule_all()
  end
  if due < first then first = due end
-- include: place_plain
  reply[i + 4] = due * 16 + CREATED
  if n > 1 then
    if seen[id] then return rarely().schedule_all() end
    seen[id], ids[i] = true, id
    jobs[2 * i - 1], jobs[2 * i] = id, record .. stamp
    dues[2 * i - 1], dues[2 * i] = due_text, id
  elseif redis.call('HSETNX', K_jobs, id, record .. stamp) == 1 then
    redis.call('ZADD', K_due, due_text, id)
  else
    return rarely().schedule_all()
  end
end
if n > 1 then
  for _, stored in ipairs(redis.call('HMGET', K_jobs, unpack(ids))) do
    if stored then return rarely().schedule_all() end
  end
  redis.call('HSET', K_jobs, unpack(jobs))
  redis.call('ZADD', K_due, unpack(dues))
end
if ordered > 0 then
  if is_caught_up then redis.call('HSET', K_meta, 'order', struct.pack('>I6', now + 1)) end
  redis.call('ZADD', K_ready, unpack(ready))
end
if maintenance < 9007199254740991 then reply[2] = maintenance end
redis.call('HINCRBY', K_meta, 'n:scheduled', n)
first = math.max(first, tonumber(meta[5] or 0))
if not meta[4] or first < tonumber(meta[4]) then
  redis.call('HSET', K_meta, 'told', first, 'limited', meta[5] or 0)
  redis.call('PUBLISH', string.sub(K_meta, 1, -5) .. 'wake', string.format('E%.0f', first))
end
return reply
