-- Removes the note of a copy that has been made.
-- keys: meta copies
-- arguments: the copy's key
-- reply: struck
--   struck: 1, or 0 if another process has removed it
-- bounds: one copy
-- include: shard
return redis.call('HDEL', K_copies, ARGV[1])
