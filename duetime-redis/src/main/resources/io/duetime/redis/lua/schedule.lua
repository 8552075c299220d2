-- Schedules jobs, each atomic, in order. A new id without anything special takes the short way.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside leaving
-- arguments: n, epoch (the newest the caller knows if it is newer than this shard's, which seals the
--   shard; 0 if this is the newest; -1 for ids that live here whatever the epoch), a fence that the
--   shard has to be beyond, then for each job id, record without its moment, due time (a delay d as
--   -1 - d)
-- reply: now, upkeep, sealed, last fence, then for each job due time * 8 + outcome (0 elsewhere: the
--   shard is sealed and does not know the id; with a due time of 1 it is on its way to the newest epoch);
--   for the first of them alone where records that stand there are large
-- bounds: 500 jobs, about 4 MiB of records that stand there
-- include: wake, slot, seal, stamp, bytes
-- rarely: intake (schedule_one, bytes_read)
seal(tonumber(ARGV[2]))
raise_fence(tonumber(ARGV[3]))
local n = tonumber(ARGV[1])
local ids, reply = {}, { now, -1, sealed, last_fence }
for i = 1, n do ids[i] = ARGV[3 * i + 1] end
local stood = redis.call('HMGET', K_jobs, unpack(ids))
local special = conf.priority or conf.retry or conf.maxWaiting or conf.maxAhead
local usual = slot_for(USUAL_PRIORITY) * SPAN
local new = { jobs = {}, dues = {}, n = 0 }
local seen, first, scheduled, read = {}, NEVER, 0, 0

local function write_new()
  if new.n == 0 then return end
  redis.call('HSET', K_jobs, unpack(new.jobs))
  redis.call('ZADD', K_due, unpack(new.dues))
  new = { jobs = {}, dues = {}, n = 0 }
end

local function add_new(id, record, due)
  local k = new.n + 1
  new.n = k
  new.jobs[2 * k - 1], new.jobs[2 * k] = id, record .. now_bytes
  new.dues[2 * k - 1], new.dues[2 * k] = usual + due, id
  seen[id] = true
  if due < first then first = due end
  scheduled = scheduled + 1
end

-- What is on its way to the newest epoch has to arrive there before anything is made under its id.
local has_leaving = is_closed and redis.call('HLEN', K_leaving) > 0
local function elsewhere(id)
  return ELSEWHERE, has_leaving and redis.call('HEXISTS', K_leaving, id) or 0
end

for i = 1, n do
  if read >= BYTES then break end
  local id, record, due = ids[i], ARGV[3 * i + 2], tonumber(ARGV[3 * i + 3])
  if due < 0 then due = now - 1 - due end
  local rule, flags = string.byte(record, 1, 2)
  local outcome = CREATED
  if is_closed and not stood[i] then
    outcome, due = elsewhere(id)
  elseif stood[i] or seen[id] or special or is_closed or flags > HAS_NONCE or rule >= DEBOUNCE * 16 then
    write_new()
    outcome, due = rarely().schedule_one(id, record, due)
    read = rarely().bytes_read()
    seen[id] = true
    usual = slot_for(USUAL_PRIORITY) * SPAN
  elseif due - now > MAX_AHEAD then
    outcome, due = TOO_FAR, MAX_AHEAD
  else
    add_new(id, record, due)
  end
  reply[i + 4] = due * 8 + outcome
end
write_new()
if scheduled > 0 then
  count('scheduled', scheduled)
  may_come_at(first)
end
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
