-- The token bucket of a queue, in its home shard, in units of 1/permits of a token's time, so that rounding
-- never allows more than the rate. Tokens that were drawn for a claim from another shard and are not known
-- to be used still count, so that no period exceeds the rate.
-- include: shard, draw
local bucket

local function fill()
  local elapsed = now - bucket.counted
  if elapsed <= 0 then return end
  bucket.counted = now
  local enough = math.floor(conf.per * (bucket.most - bucket.tokens) / conf.permits) + conf.per
  local units = math.min(elapsed, enough) * conf.permits + bucket.rest
  bucket.tokens = math.min(bucket.tokens + math.floor(units / conf.per), bucket.most)
  bucket.rest = bucket.tokens == bucket.most and 0 or units % conf.per
end

local function open_bucket()
  if not conf.permits then return end
  local kept = redis.call('HMGET', K_meta, 'tokens', 'rest', 'counted')
  bucket = { tokens = tonumber(kept[1] or conf.burst), rest = tonumber(kept[2] or 0),
    counted = tonumber(kept[3] or now), most = conf.burst - drawn_tokens() }
  fill()
end

local function take_tokens(number)
  if not bucket then return end
  bucket.tokens = math.min(bucket.tokens - number, bucket.most)
  redis.call('HSET', K_meta, 'tokens', bucket.tokens, 'rest', bucket.rest, 'counted', bucket.counted)
end

-- When there is a token; now if there is one.
local function next_token_at()
  if not bucket or bucket.tokens > 0 then return now end
  local missing = (1 - bucket.tokens) * conf.per - bucket.rest
  return bucket.counted + math.ceil(missing / conf.permits)
end
