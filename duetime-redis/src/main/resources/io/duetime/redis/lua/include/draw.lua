-- Tokens that the home shard has given to claims from other shards and that are not known to be used:
-- number of the draw and tokens, by the moment until which they may be used.
-- include: shard
local function drawn_tokens()
  local sum = 0
  for _, draw in ipairs(redis.call('ZRANGE', K_drawn, 0, -1)) do
    sum = sum + tonumber(string.match(draw, ' (%d+)$'))
  end
  return sum
end

-- What is not known to be used by its moment may have been, and comes back no more.
local function forget_draws(longest)
  redis.call('ZREMRANGEBYSCORE', K_drawn, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', K_drawn, string.format('(%.0f', now + longest), '+inf')
end
