-- Opens a shard: marks its keys as being of this version.
-- keys: meta
-- arguments: version, no fence up to this one may be given
-- reply: 1 if it was opened now, 0 if it was open
-- bounds: one key
if redis.call('HSETNX', K_meta, 'version', ARGV[1]) == 0 then return 0 end
redis.call('PERSIST', K_meta)
local last = tonumber(redis.call('HGET', K_meta, 'fence') or 0)
redis.call('HSET', K_meta, 'fence', math.max(last, tonumber(ARGV[2])))
return 1
