-- Appends an entry to the audit log, and removes those beyond its limit.
-- keys: entries
-- arguments: event, how many entries are kept
-- reply: number
-- bounds: one entry
-- include: time
local last = redis.call('ZREVRANGEBYSCORE', K_entries, '+inf', '-inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or 0
local number = last + 1
redis.call('ZADD', K_entries, number, string.format('%.0f %.0f ', number, now) .. ARGV[1])
redis.call('ZREMRANGEBYRANK', K_entries, 0, -(ARGV[2] + 1))
return number
