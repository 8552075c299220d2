-- Removes the name of a queue.
-- keys: queues
-- arguments: queue
-- reply: wasThere
--   wasThere: 1 if it was there
-- bounds: one queue
return redis.call('ZREM', K_queues, ARGV[1])
