-- include: shard
-- The earliest due time of a waiting job at or after a moment, or NEVER.
local function next_due(from)
  local found = redis.call('ZRANGEBYSCORE', K_due, number_text(from), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(found[2] or NEVER)
end
