-- Strikes out when a queue needs upkeep: it is gone.
-- keys: upkeep
-- arguments: queue
-- reply: wasThere
--   wasThere: 1 if it was there
-- bounds: one queue
return redis.call('ZREM', K_upkeep, ARGV[1])
