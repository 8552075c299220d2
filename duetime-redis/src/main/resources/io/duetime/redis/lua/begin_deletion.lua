-- Notes in a home shard that its queue is being deleted. Maintenance finishes a deletion that is cut off.
-- keys: meta
-- arguments: none
-- reply: now, since
--   since: when the deletion of the queue began
-- bounds: one key
-- include: shard, go_on
redis.call('HSETNX', K_meta, 'deleting', number_text(now))
return { now, tonumber(redis.call('HGET', K_meta, 'deleting')) }
