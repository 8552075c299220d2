-- Forgets jobs on their way that have arrived in the newest epoch.
-- keys: meta leaving
-- arguments: n, then the ids
-- reply: now, gone
--   gone: how many were still here
-- bounds: 100 jobs
-- include: shard, go_on
return { now, redis.call('HDEL', K_leaving, unpack(ARGV, 2, ARGV[1] + 1)) }
