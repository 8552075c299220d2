-- Takes over the settings of a queue. A changed rate begins with a full bucket.
-- keys: meta
-- arguments: settings as clients read them, n, then n pairs of what scripts need (docs/formats/redis.md)
-- reply: now
-- bounds: one key
-- include: wake
local TEXTS = { retry = true, deadCopyTo = true }
local changed = {}
for i = 3, 2 * ARGV[2] + 1, 2 do
  changed[ARGV[i]] = TEXTS[ARGV[i]] and ARGV[i + 1] or tonumber(ARGV[i + 1])
end
if changed.permits ~= conf.permits or changed.per ~= conf.per or changed.burst ~= conf.burst then
  redis.call('HDEL', K_meta, 'tokens', 'rest', 'counted')
  if changed.permits then
    redis.call('HSET', K_meta, 'tokens', changed.burst, 'rest', 0, 'counted', now)
  end
end
redis.call('HSET', K_meta, 'settings', ARGV[1], 'conf', cmsgpack.pack(changed))
redis.call('HINCRBY', K_meta, 'changes', 1)
unlimited()
may_come_at(now)
finish()
return { now }
