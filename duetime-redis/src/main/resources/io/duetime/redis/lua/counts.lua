-- Counts jobs by state, and what has happened to them. Ended jobs whose retention is over do not count,
-- even if maintenance has not removed them.
-- keys: meta due leased dead done cancelled forget
-- arguments: none
-- reply: now, delayed, ready, running, dead, done, cancelledNow, retrying, oldest, nextDue, epochs,
--   scheduled, claimed, acked, retried, leasesLost, died, deadDropped, expired, dropped, cancelled, setAside
--   oldest, nextDue: earliest due time (NEVER = 2^53 - 1 for none), earliest after now
--   epochs: the live ones as text (of a home shard; or empty)
--   scheduled …: the counters of events (include/events.lua)
-- bounds: one shard
-- effect: reads
-- include: due, events, retrying
local function over(base)
  return redis.call('ZCOUNT', K_forget, string.format('%.0f', base), string.format('%.0f', base + now))
end

local waiting, ready = redis.call('ZCARD', K_due), redis.call('ZCOUNT', K_due, '-inf', now)
local dead = redis.call('ZCARD', K_dead)
if conf.deadRetention then
  dead = dead - redis.call('ZCOUNT', K_dead, '-inf', now - conf.deadRetention)
end
local lapsed = redis.call('ZCOUNT', K_leased, '-inf', now)
return add_counted({ now, waiting - ready, ready + lapsed, redis.call('ZCARD', K_leased) - lapsed,
  dead, math.max(redis.call('ZCARD', K_done) - over(0), 0),
  math.max(redis.call('ZCARD', K_cancelled) - over(SPAN), 0),
  lapsed + redis.call('ZCOUNT', K_forget, RETRYING_FROM, '+inf'), next_due(0), next_due(now + 1),
  redis.call('HGET', K_meta, 'epochs') or '' })
