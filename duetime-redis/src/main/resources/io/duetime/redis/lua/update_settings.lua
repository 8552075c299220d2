-- Stores the settings of a queue in another shard than its home shard, unless the shard knows later ones.
-- keys: meta
-- arguments: how often the settings have been changed, what scripts need of them
--   (docs/formats/redis.md), among how many shards the queue's quota is shared
-- reply: now, maintenance, updated
--   updated: 1 if the shard has stored them
-- bounds: one key
-- include: wake, go_on
if tonumber(redis.call('HGET', K_meta, 'changes') or 0) >= tonumber(ARGV[1]) then return { now, -1, 0 } end
redis.call('HSET', K_meta, 'changes', ARGV[1], 'conf', ARGV[2], 'share', ARGV[3])
unlimited()
may_come_at(now)
finish()
local changed = cmsgpack.unpack(ARGV[2])
return { now, (changed.deadRetention or changed.maxDead) and 0 or -1, 1 }
