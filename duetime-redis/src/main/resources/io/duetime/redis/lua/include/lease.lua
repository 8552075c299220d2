-- Leases jobs to one consumer under one fence.
-- include: current, expiry, limit
local fence
local late = { ran = 0, sum = 0, max = 0 }
local leased = { ids = {}, dues = {}, ends = {}, states = {}, reply = {}, n = 0 }

local function next_fence()
  if not fence then
    fence = math.max(tonumber(redis.call('HGET', K_meta, 'fence') or 0) + 1, now_micros)
  end
  return fence
end

-- Notes a lease; `state` is the job's new one.
local function add_lease(id, record, due, state, till)
  local n = leased.n + 1
  leased.n, leased.ids[n] = n, id
  leased.ends[2 * n - 1], leased.ends[2 * n] = till, id
  leased.states[2 * n - 1], leased.states[2 * n] = id, state
  local at = #leased.reply
  leased.reply[at + 1], leased.reply[at + 2], leased.reply[at + 3] = id, record, state
  local lateness = math.max(now - due, 0)
  late.ran, late.sum, late.max = late.ran + 1, late.sum + lateness, math.max(late.max, lateness)
end

-- Leases a job that is more than plain.
local function lease_job(job, till, consumer)
  job.stage, job.attempt, job.fence = LEASED, job.attempt + 1, next_fence()
  job.since, job.till, job.consumer, job.marked = now, till, consumer, false
  job.more.e = nil
  add_lease(job.id, job.record, job.due, pack_state(job), till)
end

local function note_lateness()
  local minute = string.format('%.0f', now - now % 60000)
  local ran, sum, max = string.match(redis.call('HGET', K_late, minute) or '0,0,0', '(%d+),(%d+),(%d+)')
  redis.call('HSET', K_late, minute, string.format('%.0f,%.0f,%.0f', ran + late.ran, sum + late.sum,
    math.max(tonumber(max), late.max)))
end

-- Writes the leases that were noted.
local function write_leases(till)
  if leased.n == 0 then return end
  redis.call('ZREM', K_due, unpack(leased.ids))
  redis.call('ZADD', K_leased, unpack(leased.ends))
  redis.call('HSET', K_runs, unpack(leased.states))
  redis.call('HSET', K_meta, 'fence', fence)
  note_lateness()
  take_tokens(leased.n)
  count('claimed', leased.n)
  upkeep_by(till)
end

-- When there may be something to claim, and before when no limit allows anything.
local function come_back()
  local first, allowed = math.min(next_due(0), next_lease_end()), next_permit_at()
  if first < NEVER then first = math.max(first, allowed) end
  return first, allowed
end

-- The same, remembered as what claimers were told.
local function tell_come_back()
  told, limited_until = come_back()
  earlier, limits_changed = nil, true
  return told
end
