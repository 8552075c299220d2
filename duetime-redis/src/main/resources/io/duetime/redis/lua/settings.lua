-- The settings of a queue, as text, and their version.
-- keys: meta
-- arguments: none
-- reply: now, text, changes
--   text: or empty
--   changes: how often they have been changed
-- bounds: one key
-- effect: reads
-- include: shard
return { now, redis.call('HGET', K_meta, 'settings') or '',
  tonumber(redis.call('HGET', K_meta, 'changes') or 0) }
