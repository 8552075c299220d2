-- Sets a key and says what it was before.
-- keys: value count
-- arguments: the value
-- reply: the value before or nothing, how often it was set
-- bounds: one key
-- include: outer
local before = redis.call('GET', K_value)
redis.call('SET', K_value, ARGV[1])
return { before, count() }
