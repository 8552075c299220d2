-- Refuses.
-- keys: value
-- arguments: the error
-- reply: none
-- bounds: none
-- effect: reads
return redis.error_reply(ARGV[1])
