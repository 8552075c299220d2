-- Notes that a process watches a shard, and which consumers wait there.
-- keys: meta seen watchers
-- arguments: process, for how long that counts (ms), by how much the consumers are noted ahead (ms),
--   n, then n consumers
-- reply: now
-- bounds: the consumers, and the notes that have run out
-- include: time
if redis.call('HGET', K_meta, 'version') ~= LAYOUT then
  return redis.error_reply('DTABSENT no such shard')
end
local lasts = tonumber(ARGV[2])
-- The first command that writes needs no memory, so that the script runs even if memory has run out.
redis.call('ZREMRANGEBYSCORE', K_watchers, '-inf', string.format('%.0f', now))
redis.call('ZADD', K_watchers, now + lasts, ARGV[1])
if redis.call('PTTL', K_watchers) < lasts then redis.call('PEXPIRE', K_watchers, ARGV[2]) end
for i = 5, tonumber(ARGV[4]) + 4 do
  redis.call('ZADD', K_seen, 'GT', now + tonumber(ARGV[3]), ARGV[i])
end
return now
