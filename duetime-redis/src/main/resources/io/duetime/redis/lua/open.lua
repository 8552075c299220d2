-- Opens a shard: marks its keys as being of this version, and gives it the queue's settings.
-- keys: meta
-- arguments: version, first fence it may give - 1
-- reply: 1 if it was opened now, 0 if it was open
-- bounds: one key
if redis.call('HSETNX', K_meta, 'version', ARGV[1]) == 0 then return 0 end
redis.call('HSET', K_meta, 'fence', ARGV[2])
return 1
