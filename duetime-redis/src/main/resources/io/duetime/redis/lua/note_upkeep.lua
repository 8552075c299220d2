-- Notes that a queue needs upkeep at a moment at the latest.
-- keys: upkeep
-- arguments: queue, moment
-- reply: 1 if it was noted for the first time
-- bounds: one queue
-- Goes on where memory has run out, as include/go_on.lua does.
redis.call('ZREM', K_upkeep, '')
return redis.call('ZADD', K_upkeep, 'LT', ARGV[2], ARGV[1])
