-- The settings of a queue, as text.
-- keys: meta
-- arguments: none
-- reply: now, text
--   text: or empty
-- bounds: one key
-- effect: reads
-- include: shard
return { now, redis.call('HGET', K_meta, 'settings') or '' }
