-- Counts jobs by state, and what has happened to them. Forgets what need not be remembered any
-- longer, so that it is not counted; a reply may ask to be called again for that.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside
-- arguments: none
-- reply: now, 1 to be called again, delayed, ready, running, dead, done, cancelled, earliest due time
--   (NEVER = 2^53 - 1 for none), earliest after now, then the events scheduled, claimed, acked,
--   retried, leasesLost, died, expired, dropped, cancelled, setAside
-- bounds: 500 forgotten jobs
-- include: forget
local again = forget(500) == 500 and 1 or 0
finish()
local waiting, ready = redis.call('ZCARD', K_due), 0
for _, level in ipairs(levels) do
  ready = ready + redis.call('ZCOUNT', K_due, from_score(level, 0), below_score(level, now + 1))
end
local lapsed = redis.call('ZCOUNT', K_leased, '-inf', now)
local reply = { now, again, waiting - ready, ready + lapsed, redis.call('ZCARD', K_leased) - lapsed,
  redis.call('ZCARD', K_dead), redis.call('ZCARD', K_done), redis.call('ZCARD', K_cancelled),
  next_due(0), next_due(now + 1) }
local kept = redis.call('HMGET', K_meta, 'n:scheduled', 'n:claimed', 'n:acked', 'n:retried',
  'n:leasesLost', 'n:died', 'n:expired', 'n:dropped', 'n:cancelled', 'n:setAside')
for i = 1, 10 do reply[10 + i] = tonumber(kept[i] or 0) end
return reply
