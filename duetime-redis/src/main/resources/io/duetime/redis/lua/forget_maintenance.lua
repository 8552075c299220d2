-- Removes the maintenance note of a queue that is deleted.
-- keys: maintenance
-- arguments: queue
-- reply: wasThere
--   wasThere: 1 if it was there
-- bounds: one queue
return redis.call('ZREM', K_maintenance, ARGV[1])
