-- Registers the name of a queue.
-- keys: queues swept
-- arguments: queue
-- reply: isNew, fence
--   isNew: 1 if it was new
--   fence: the highest that a queue may have given which was deleted in a store that was imported; 0 for none
-- bounds: one queue
return { redis.call('ZADD', K_queues, 0, ARGV[1]), tonumber(redis.call('HGET', K_swept, 'fence') or 0) }
