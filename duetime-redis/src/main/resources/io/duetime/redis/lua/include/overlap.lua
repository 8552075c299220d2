-- Jobs of recurring definitions that let none overlap: their records name the rule. `tags` also has, for each
-- definition, the jobs that have begun and not ended, and those that wait for them.
-- include: job, wake
local SKIP, WAIT = 1, 2
local BEGUN, HELD = '\0b\0', '\0h\0'
local LOOK_AGAIN = 60000 -- in case the end of the earlier job is not seen

-- The jobs that this script has leased: their states are written at its end.
local leased_here = {}

local function name_of(job)
  return string.match(job.id, '^(.*)@')
end

local function begun_member(job)
  return BEGUN .. name_of(job) .. '\0' .. job.id
end

local function held_member(job)
  return HELD .. name_of(job) .. '\0' .. struct.pack('>I6', job.first) .. job.id
end

local function members(kind, name, max)
  return redis.call('ZRANGEBYLEX', K_tags, '[' .. kind .. name .. '\0', '(' .. kind .. name .. '\1', 'LIMIT', 0, max)
end

local function has_begun(job)
  return job.fence > 0 or job.more.h ~= nil
end

-- Whether a job was never begun and waits for another one.
local function is_held(job)
  return job and job.stage == WAITING and not has_begun(job) and job.due > job.first and job.due > now
end

-- Whether a job that is among the begun ones has not ended. A run that was asked for is one before its claim.
local function is_unfinished(id)
  if leased_here[id] then return true end
  local state = redis.call('HGET', K_runs, id)
  if not state then return tonumber(redis.call('ZSCORE', K_due, id) or NEVER) <= now end
  local understood, job = pcall(unpack_state, state, {})
  return understood and (job.stage == LEASED or job.stage == WAITING and (has_begun(job) or job.due <= now))
end

local function is_any_begun(name)
  local found
  repeat
    found = members(BEGUN, name, 10)
    for _, member in ipairs(found) do
      if is_unfinished(string.sub(member, #BEGUN + #name + 2)) then return true end
      redis.call('ZREM', K_tags, member)
    end
  until #found < 10
  return false
end

-- Whether a waiting job has to wait until another one has ended.
local function is_blocked(job)
  return job.r.overlap and not has_begun(job) and not redis.call('ZSCORE', K_tags, begun_member(job))
    and is_any_begun(name_of(job))
end

local function make_due(job, due)
  leave_order(job)
  job.due = due
  if job.more.m then job.more.m[3] = due end
  enter_order(job)
  redis.call('ZADD', K_due, due, job.id)
  redis.call('HSET', K_runs, job.id, pack_state(job))
  may_come_at(due)
end

-- Makes a job wait, behind the jobs that a claim looks at.
local function hold(job, before)
  make_due(job, math.max(now + LOOK_AGAIN, math.min(before, now + MAX_AHEAD), job.first + 1))
  redis.call('ZADD', K_tags, 0, held_member(job))
end

-- Lets the first job run that waits, not before its moment.
local function release_first(name)
  local found = not is_any_begun(name) and members(HELD, name, 1) or {}
  while found[1] do
    redis.call('ZREM', K_tags, found[1])
    local job = load(string.sub(found[1], #HELD + #name + 8))
    if is_held(job) then return make_due(job, math.max(now, job.first)) end
    found = members(HELD, name, 1)
  end
end

-- Called when a job with a rule was written, or deleted.
local function note_overlap(job, is_gone)
  if not is_gone and (job.stage == LEASED or job.stage == WAITING and has_begun(job)) then
    redis.call('ZADD', K_tags, 0, begun_member(job))
  elseif not is_gone and job.stage == WAITING then
    if is_held(job) then redis.call('ZADD', K_tags, 0, held_member(job)) end
  else
    redis.call('ZREM', K_tags, begun_member(job), held_member(job))
    release_first(name_of(job))
  end
end
