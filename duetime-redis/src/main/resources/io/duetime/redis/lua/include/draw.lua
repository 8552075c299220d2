-- Tokens that the home shard has given to claims from other shards and that are not known to be used, by
-- number; the score is the moment until which they may be used.
-- include: shard
local function drawn_tokens()
  return redis.call('ZCOUNT', K_drawn, string.format('(%.0f', now), '+inf')
end

-- A token that is not known to be used by its moment may have been used, and is not returned.
local function forget_draws(longest)
  redis.call('ZREMRANGEBYSCORE', K_drawn, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', K_drawn, string.format('(%.0f', now + longest), '+inf')
end
