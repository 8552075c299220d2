-- Tells what has become of the jobs that were redriven for a task, or forgets it.
-- keys: meta
-- arguments: task, 1 to forget it or 0
-- reply: now, redriven, succeeded, failed
-- bounds: 3 fields
-- include: shard
local fields = { 'redriven:' .. ARGV[1], 'succeeded:' .. ARGV[1], 'failed:' .. ARGV[1] }
local counts = redis.call('HMGET', K_meta, unpack(fields))
if ARGV[2] == '1' then redis.call('HDEL', K_meta, unpack(fields)) end
return { now, tonumber(counts[1] or 0), tonumber(counts[2] or 0), tonumber(counts[3] or 0) }
