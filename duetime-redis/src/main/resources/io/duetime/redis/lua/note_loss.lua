-- Counts that a home shard has lost its data, once for each incarnation.
-- keys: meta
-- arguments: the incarnation that was lost (0: not known)
-- reply: now, isFirst
--   isFirst: 1 if it was not counted yet
-- bounds: one key
-- include: shard
if redis.call('HGET', K_meta, 'lost') == ARGV[1] then return { now, 0 } end
redis.call('HSET', K_meta, 'lost', ARGV[1], 'lostAt', number_text(now))
redis.call('HINCRBY', K_meta, 'losses', 1)
return { now, 1 }
