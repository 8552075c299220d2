-- Notes that a queue needs upkeep at a moment at the latest.
-- keys: upkeep
-- arguments: queue, moment
-- reply: 1 if it was noted for the first time
-- bounds: one queue
return redis.call('ZADD', K_upkeep, 'LT', ARGV[2], ARGV[1])
