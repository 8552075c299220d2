-- When there may be something to claim, for those who watch and may have missed a message.
-- keys: meta due leased seen watchers
-- arguments: the watching process (empty: its presence need not be noted now), n, then n consumers
--   for which it waits
-- reply: now, when to come back (NEVER = 2^53 - 1), number of the last claim, how often the settings
--   have been changed, epochs
-- bounds: 16 levels, and what was not noted for a minute
-- include: limit, go_on
local A_MINUTE = 60000
if ARGV[1] ~= '' then
  redis.call('ZADD', K_watchers, now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', K_watchers, '-inf', string.format('(%.0f', now - A_MINUTE))
  redis.call('PEXPIRE', K_watchers, 2 * A_MINUTE)
  for i = 3, tonumber(ARGV[2]) + 2 do redis.call('ZADD', K_seen, now, ARGV[i]) end
end
if not is_shared then open_bucket() end
local first = math.min(next_due(0), next_lease_end())
if first < NEVER then first = math.max(first, next_permit_at()) end
-- What others wait for elsewhere in the queue may have come free here.
if is_shared then first = math.min(first, told) end
local kept = redis.call('HMGET', K_meta, 'claims', 'changes', 'epochs')
return { now, first, tonumber(kept[1] or 0), tonumber(kept[2] or 0), kept[3] or '' }
