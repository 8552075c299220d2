-- Tells which queues need maintenance, and which will be the next to need it.
-- keys: maintenance
-- arguments: how many at most
-- reply: now
-- each: queue, moment
--   moment: when the queue needs maintenance, soonest first: those that need it by now, and
--   one that does not yet
-- bounds: one queue more than asked for
-- effect: reads
-- include: time
local moment = string.format('%.0f', now)
local due = redis.call('ZRANGEBYSCORE', K_maintenance, '-inf', moment, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
local next_one = redis.call('ZRANGEBYSCORE', K_maintenance, '(' .. moment, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
due[#due + 1], due[#due + 2] = next_one[1], next_one[2]
return { now, unpack(due) }
