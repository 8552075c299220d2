-- Imports a copy of a dead job that is still to be made.
-- keys: meta copies
-- arguments: key, packed
-- reply: now, maintenance, isNew
--   isNew: 1 if it was not there
-- bounds: one copy
-- include: shard
return { now, 0, redis.call('HSETNX', K_copies, ARGV[1], ARGV[2]) }
