-- Limits: pause, jobs running at once, rate. The home shard checks them in the claim itself; jobs that run
-- in other shards count there by permits, and tokens on their way to them by `drawn`. Another shard leases
-- only as many jobs as a claim brings permits (acquire.lua).
-- include: wake, due, bucket
-- How soon a claimer comes back that was refused a permit and hears of none; and for how long permits and
-- tokens may be used.
local COME_AGAIN, USABLE = 700, 2000
-- Whether this is another shard than the home shard of a queue that has limits.
local by_permit, is_split, refused_at = false, false, 0
if conf.maxRunning or conf.permits then
  local kept = redis.call('HMGET', K_meta, 'share', 'epochs', 'refused')
  by_permit, is_split, refused_at = kept[1] and true, (kept[2] or '') ~= '', tonumber(kept[3] or 0)
end

local function after_now() return '(' .. number_text(now) end

local function running()
  local leases = redis.call('ZCOUNT', K_leased, after_now(), '+inf')
  return is_split and leases + redis.call('ZCOUNT', K_permits, after_now(), '+inf') or leases
end

local function is_full()
  return conf.maxRunning and not by_permit and running() >= conf.maxRunning
end

-- The first lease deadline, which may have passed, or the first one from a moment on.
local function next_deadline(from)
  local first = redis.call('ZRANGEBYSCORE', K_leased, from or '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(first[2] or NEVER)
end

-- Called when leases or permits may have ended and no more jobs could run before: a claim may succeed
-- again, from any shard that was refused a permit lately.
local function room_again(was_full)
  if not was_full or is_full() then return end
  unlimited()
  if refused_at > now - USABLE then come_now() else may_come_at(next_due(0)) end
end

local function is_paused()
  return conf.pausedUntil and conf.pausedUntil > now
end

-- How many jobs the home shard allows to be leased.
local function allowed(wanted)
  if is_paused() then return 0 end
  if conf.maxRunning then wanted = math.min(wanted, conf.maxRunning - running()) end
  if conf.permits then wanted = math.min(wanted, bucket.tokens) end
  return math.max(wanted, 0)
end

-- The next moment at which fewer jobs run, if none is settled before; with several shards wake-ups may be
-- lost on the way.
local function next_end(first)
  if not is_split then return first end
  local permit = redis.call('ZRANGEBYSCORE', K_permits, after_now(), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return math.min(first, tonumber(permit[2] or NEVER), now + COME_AGAIN)
end

-- The first moment at which a claim may succeed again, if the limits refuse it now. Another shard than the
-- home shard knows what the last claim was told.
local function next_permit_at(deadline)
  if is_paused() then return conf.pausedUntil end
  if by_permit then return math.max(now, limited_until) end
  local at = next_token_at()
  return is_full() and math.max(at, next_end(deadline or next_deadline())) or at
end
