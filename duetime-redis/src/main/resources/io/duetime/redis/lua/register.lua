-- Writes down the name of a queue.
-- keys: queues
-- arguments: queue
-- reply: isNew
--   isNew: 1 if it was new
-- bounds: one queue
return redis.call('ZADD', K_queues, 0, ARGV[1])
