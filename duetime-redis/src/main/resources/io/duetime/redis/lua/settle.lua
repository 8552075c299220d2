-- Settles leases in order.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late permits drawn
-- arguments: n, then for each lease kind (A ack, R retry, N retry also before the due time, B bury,
--   E extend, G release, I release after an interruption; U behind it if the attempt may have had its
--   effect), id, fence, time (delay or extension in ms, or empty), priority (or empty), reason (of an ack its
--   message, of an extension its note or empty), fingerprint
-- reply: now, maintenance, tokens
-- each: outcome, moment
--   tokens: how many are to be returned to the home shard
--   outcome: IS_LEASE_LOST, ACKED, RETRYING, IS_DEAD, SUCCEEDED, IS_CANCELLED, EXTENDED,
--   EXTENDED_CANCELLED, RELEASED
--   a row for each lease; for the first of them alone where records are large
-- bounds: 500 jobs, about 4 MiB
-- include: current, limit, release, go_on

local function extend(job, by, note)
  if note ~= '' then job.more.w = { note, now } end
  if now + by > job.deadline or note ~= '' then
    job.deadline = math.max(job.deadline, now + by)
    save(job)
    maintenance_by(job.deadline)
  end
  return job.marked and EXTENDED_CANCELLED or EXTENDED, job.deadline
end

-- Known from the state alone, so that a job whose record is damaged can be settled too.
local function holds(id, fence)
  local state = redis.call('HGET', K_runs, id)
  if not state or #state < 45 then return false end
  local stage, _, _, held, _, _, _, _, deadline = struct.unpack(STATE, state)
  return stage == LEASED and held == fence and deadline > now
end

local read = 0

-- A job that cannot be understood is set aside, for any settlement.
local function settle(asked, id, fence, time, priority, reason, fingerprint)
  local kind = string.sub(asked, 1, 1)
  if not holds(id, fence) then return IS_LEASE_LOST, 0 end
  local job = load(id)
  if not job then return kind == 'A' and ACKED or IS_DEAD, 0 end
  read = read + #job.record
  if kind == 'A' then return succeed(job, reason) end
  if kind == 'E' then return extend(job, time, reason) end
  if kind == 'G' then return release(job, time, #asked > 1) end
  local outcome = kind == 'I' and INTERRUPTED or kind == 'B' and BURIED or FAILED
  local failure = { outcome = outcome, at = now, reason = reason, fingerprint = fingerprint,
    unconfirmed = #asked > 1 }
  if kind == 'I' then return interrupted(job, time, failure) end
  if priority then job.more.p = priority end
  failure.early = kind == 'N'
  return fail(job, failure, time)
end

local was_full = is_full()
local reply = { now, -1, 0 }
for i = 1, tonumber(ARGV[1]) do
  if read >= BYTES then break end
  local at = 7 * i - 5
  local outcome, moment = settle(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]),
    tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]), ARGV[at + 5], ARGV[at + 6])
  reply[2 * i + 2], reply[2 * i + 3] = outcome, moment
end
room_again(was_full)
if any_released then may_come_at(next_due(0)) end
reply[3] = released
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
