-- Limits of one shard: pause, jobs running at once, rate (a token bucket in units of 1/permits of a
-- token's time, so that no rounding lets more through than allowed).
-- include: wake
local bucket

local function fill()
  local elapsed = now - bucket.counted
  if elapsed <= 0 then return end
  bucket.counted = now
  local enough = math.floor(conf.per * (conf.burst - bucket.tokens) / conf.permits) + conf.per
  local units = math.min(elapsed, enough) * conf.permits + bucket.rest
  bucket.tokens = math.min(bucket.tokens + math.floor(units / conf.per), conf.burst)
  bucket.rest = bucket.tokens == conf.burst and 0 or units % conf.per
end

local function open_bucket()
  if not conf.permits then return end
  local kept = redis.call('HMGET', K_meta, 'tokens', 'rest', 'counted')
  bucket = { tokens = tonumber(kept[1] or conf.burst), rest = tonumber(kept[2] or 0),
    counted = tonumber(kept[3] or now) }
  fill()
end

local function take_tokens(number)
  if not bucket then return end
  bucket.tokens = math.min(bucket.tokens - number, conf.burst)
  redis.call('HSET', K_meta, 'tokens', bucket.tokens, 'rest', bucket.rest, 'counted', bucket.counted)
end

local function is_full()
  return conf.maxRunning and redis.call('ZCARD', K_leased) >= conf.maxRunning
end

local function next_lease_end()
  local first = redis.call('ZRANGE', K_leased, 0, 0, 'WITHSCORES')
  return tonumber(first[2] or NEVER)
end

local function permits(wanted)
  if conf.pausedUntil and conf.pausedUntil > now then return 0 end
  if conf.maxRunning then
    wanted = math.min(wanted, conf.maxRunning - redis.call('ZCARD', K_leased))
  end
  if bucket then wanted = math.min(wanted, bucket.tokens) end
  return math.max(wanted, 0)
end

-- The first moment at which a claim may succeed again, should the limits stand in its way now.
local function next_permit_at()
  if conf.pausedUntil and conf.pausedUntil > now then return conf.pausedUntil end
  local at = now
  if bucket and bucket.tokens <= 0 then
    local missing = (1 - bucket.tokens) * conf.per - bucket.rest
    at = bucket.counted + math.ceil(missing / conf.permits)
  end
  if is_full() then at = math.max(at, next_lease_end()) end
  return at
end
