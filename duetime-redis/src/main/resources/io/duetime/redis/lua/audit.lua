-- Appends an entry to the audit log, and removes those beyond its limit.
-- keys: entries
-- arguments: event, how many entries are kept
-- reply: number
-- bounds: one entry
-- include: time
local last = redis.call('ZREVRANGEBYSCORE', K_entries, '+inf', '-inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or 0
local number = last + 1
-- The store refuses a script only by its first write: removing first, an entry needs no free memory.
redis.call('ZREMRANGEBYRANK', K_entries, 0, -ARGV[2])
redis.call('ZADD', K_entries, number, string.format('%.0f %.0f ', number, now) .. ARGV[1])
return number
