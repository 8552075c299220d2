-- Says what a key is.
-- keys: value count
-- arguments: none
-- reply: the value or nothing
-- bounds: one key
-- effect: reads
return redis.call('GET', K_value)
