-- Leases jobs to one consumer under one fence.
-- include: limit
local fence
local late = { ran = 0, sum = 0, max = 0 }
-- The leases to write and to answer: `reply` begins with the fixed parts of a script's reply, `members` are
-- those of `ready`.
local leased = { ids = {}, members = {}, ends = {}, states = {}, reply = { now, -1, sealed, 0, 0, 0 }, n = 0 }

local function next_fence()
  fence = fence or math.max(tonumber(meta[7] or 0) + 1, now_micros)
  return fence
end

-- Notes a lease; `state` is the job's new one, `deadline` is text.
local function add_lease(id, record, due, state, deadline)
  local n = leased.n + 1
  local at = 2 * n
  local reply = leased.reply
  leased.n, leased.ids[n] = n, id
  leased.ends[at - 1], leased.ends[at] = deadline, id
  leased.states[at - 1], leased.states[at] = id, state
  at = 3 * n
  reply[at + 4], reply[at + 5], reply[at + 6] = id, record, state
  local lateness = now - due
  if lateness > 0 then
    late.sum = late.sum + lateness
    if lateness > late.max then late.max = lateness end
  end
end

local function note_lateness()
  local minute = number_text(now - now % 60000)
  local ran, sum, max, ends = string.match(redis.call('HGET', K_late, minute) or '0,0,0', '(%d+),(%d+),(%d+)(.*)')
  redis.call('HSET', K_late, minute, string.format('%.0f,%.0f,%.0f%s', ran + leased.n, sum + late.sum,
    math.max(tonumber(max), late.max), ends))
end

-- Removes the leased jobs from `due`, of which they may be the first, and from `ready`.
local function leave_waiting(are_first)
  if are_first then
    redis.call('ZREMRANGEBYRANK', K_due, 0, leased.n - 1)
  else
    redis.call('ZREM', K_due, unpack(leased.ids))
  end
  if #leased.members > 0 then redis.call('ZREM', K_ready, unpack(leased.members)) end
end

-- Writes the leases that were noted.
local function write_leases(deadline, are_first)
  if leased.n == 0 then return end
  leave_waiting(are_first)
  redis.call('ZADD', K_leased, unpack(leased.ends))
  redis.call('HSET', K_runs, unpack(leased.states))
  set_meta('fence', fence)
  note_lateness()
  take_tokens(leased.n)
  count('claimed', leased.n)
  maintenance_by(deadline)
end

-- When a job may be claimable, and before which moment no limit allows a claim.
local function come_back()
  local first, allowed = math.min(next_due(0), next_deadline()), next_permit_at()
  if first < NEVER then first = math.max(first, allowed) end
  return first, allowed
end

-- The same, remembered as what claimers were told.
local function tell_come_back()
  told, limited_until = come_back()
  earlier, limits_changed = nil, true
  return told
end
