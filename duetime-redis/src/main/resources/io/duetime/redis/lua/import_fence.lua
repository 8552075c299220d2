-- Imports the highest fence that a deleted queue of another store may have given.
-- keys: swept
-- arguments: fence
-- reply: isHigher
--   isHigher: 1 if it is beyond the one that was known
-- bounds: one key
if tonumber(ARGV[1]) <= tonumber(redis.call('HGET', K_swept, 'fence') or 0) then return 0 end
redis.call('HSET', K_swept, 'fence', ARGV[1])
return 1
