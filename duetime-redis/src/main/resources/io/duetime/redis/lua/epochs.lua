-- What the home shard knows of all shards of its queue.
-- keys: meta
-- arguments: none
-- reply: now, epochs, dropping, changes, conf, deleting, fence, losses, lostAt
--   epochs: the live ones as text (or empty)
--   dropping: the epoch being dropped as text (or empty)
--   changes: how often the settings have been changed
--   conf: what scripts need of them
--   deleting: since when the queue is being deleted (0: it is not)
--   fence: the last one given here
--   losses: how often the shard has lost its data, as far as it knows; lostAt: when last (0: never)
-- bounds: one key
-- effect: reads
-- include: shard
local kept = redis.call('HMGET', K_meta, 'epochs', 'dropping', 'changes', 'conf', 'deleting', 'fence', 'losses',
  'lostAt')
return { now, kept[1] or '', kept[2] or '', tonumber(kept[3] or 0), kept[4] or '', tonumber(kept[5] or 0),
  tonumber(kept[6] or 0), tonumber(kept[7] or 0), tonumber(kept[8] or 0) }
