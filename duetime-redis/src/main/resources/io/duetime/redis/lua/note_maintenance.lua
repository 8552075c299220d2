-- Notes that a queue needs maintenance at a moment at the latest. If the note is due already, a process may
-- be maintaining the queue and may have missed what is noted now: a changed note makes that process look
-- again.
-- keys: maintenance
-- arguments: queue, moment
-- reply: isFirst
--   isFirst: 1 if it was noted for the first time
-- bounds: one queue
-- include: time
-- Goes on where memory has run out, as include/go_on.lua does.
redis.call('ZREM', K_maintenance, '')
local noted = redis.call('ZSCORE', K_maintenance, ARGV[1])
if noted and tonumber(noted) <= now then
  redis.call('ZINCRBY', K_maintenance, -1, ARGV[1])
  return 0
end
return redis.call('ZADD', K_maintenance, 'LT', ARGV[2], ARGV[1])
