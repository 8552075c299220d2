-- Takes an epoch out of the list of live ones, if the list is as the caller has seen it; or says that
-- the shards of the epoch taken out last are gone.
-- keys: meta
-- arguments: the list seen, the list afterwards, the epoch taken out as text (empty: its shards are gone)
-- reply: now, 1 if it was done
-- bounds: one key
-- include: shard, go_on
if (redis.call('HGET', K_meta, 'epochs') or '') ~= ARGV[1] then return { now, 0 } end
redis.call('HSET', K_meta, 'epochs', ARGV[2], 'dropping', ARGV[3])
return { now, 1 }
