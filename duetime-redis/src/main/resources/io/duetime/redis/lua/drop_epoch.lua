-- Removes an epoch from the list of live ones, if the list is as the caller has seen it, and adds the
-- counters of its shards to this one. Or notes that the shards of the removed epoch are gone.
-- keys: meta
-- arguments: the list seen, the list afterwards, the epoch taken out as text (empty: its shards are gone),
--   what its shards have counted (include/events.lua),
--   name and number of each count of a task that redrives (retire)
-- reply: now, done
--   done: 1 if it was done
-- bounds: 1024 shards
-- include: shard, events, go_on
if (redis.call('HGET', K_meta, 'epochs') or '') ~= ARGV[1] then return { now, 0 } end
redis.call('HSET', K_meta, 'epochs', ARGV[2], 'dropping', ARGV[3])
for i, event in ipairs(EVENTS) do redis.call('HINCRBY', K_meta, 'n:' .. event, ARGV[3 + i]) end
for i = 4 + #EVENTS, #ARGV - 1, 2 do redis.call('HINCRBY', K_meta, ARGV[i], ARGV[i + 1]) end
-- They have not ended in this minute.
redis.call('HINCRBY', K_meta, 'acked0', ARGV[6])
return { now, 1 }
