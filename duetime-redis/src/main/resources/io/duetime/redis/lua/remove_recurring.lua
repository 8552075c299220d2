-- Forgets a recurring definition; what it has scheduled stays.
-- keys: meta recurring ticks
-- arguments: name
-- reply: 1 if there was one
-- bounds: one definition
-- include: shard
redis.call('HDEL', K_ticks, ARGV[1])
return redis.call('HDEL', K_recurring, ARGV[1])
