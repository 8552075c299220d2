-- Limits: pause, jobs running at once, rate. A home shard that is all its queue has keeps to them by
-- itself. Of several shards each keeps to the places it was granted and to the tokens that a claim
-- brings along; the home shard grants them (permit.lua).
-- include: wake, level, bucket
local is_shared, places, heard = false, 0, 0
-- Tokens that this claim has brought along.
local brought = 0

if conf.maxRunning or conf.permits then
  local kept = redis.call('HMGET', K_meta, 'share', 'epochs', 'places', 'heard')
  is_shared = kept[1] and true or (kept[2] or '') ~= ''
  places, heard = tonumber(kept[3] or 0), tonumber(kept[4] or 0)
end

-- Takes over what a claim brings along: a grant that is older than the last one heard of, or was
-- called off, grants no place; tokens last until a moment.
local function bring(number, granted, tokens, valid_until)
  if number > heard then
    heard, places = number, granted
    redis.call('HSET', K_meta, 'heard', string.format('%.0f', heard), 'places', places)
  end
  if valid_until > now then brought = tokens end
end

local function running()
  return redis.call('ZCARD', K_leased)
end

local function is_full()
  return conf.maxRunning and running() >= (is_shared and places or conf.maxRunning)
end

-- How many run, if no more may; otherwise nil.
local function full_with()
  return is_full() and running() or nil
end

local function next_lease_end()
  local first = redis.call('ZRANGE', K_leased, 0, 0, 'WITHSCORES')
  return tonumber(first[2] or NEVER)
end

-- After leases may have ended, where so many ran and no more could: others may come. A place of a
-- shared limit may be wanted anywhere.
local function room_again(ran)
  if not ran or running() >= (is_shared and ran or conf.maxRunning) then return end
  unlimited()
  if is_shared then come_now() else may_come_at(next_due(0)) end
end

local function is_paused()
  return conf.pausedUntil and conf.pausedUntil > now
end

local function permits(wanted)
  if is_paused() then return 0 end
  if conf.maxRunning then
    wanted = math.min(wanted, (is_shared and places or conf.maxRunning) - running())
  end
  if conf.permits then wanted = math.min(wanted, is_shared and brought or bucket.tokens) end
  return math.max(wanted, 0)
end

-- The first moment at which a claim may succeed again, should the limits stand in its way now. Of
-- shared ones a shard knows what the last claim was told.
local function next_permit_at()
  if is_paused() then return conf.pausedUntil end
  if is_shared then return math.max(now, limited_until) end
  local at = next_token_at()
  if is_full() then at = math.max(at, next_lease_end()) end
  return at
end
