-- Counts jobs by state, and what has happened to them. Ended jobs whose retention is over are still
-- there until upkeep removes them: how many they are is told apart, in slices. Whoever has seen another
-- number of them than there are by the last slice begins anew.
-- keys: meta due leased dead done cancelled forget
-- arguments: rank of the first forgotten job to look at
-- reply: now, over, looked, overDone, overCancelled, delayed, ready,
--   running, dead, done, cancelledNow, oldest, nextDue, epochs, scheduled, claimed, acked, retried,
--   leasesLost, died, expired, dropped, cancelled, setAside
--   over: forgotten jobs there are
--   looked: those looked at (500: call again for those behind them)
--   overDone, overCancelled: how many of these were done, cancelled
--   oldest, nextDue: earliest due time (NEVER = 2^53 - 1 for none), earliest after now
--   epochs: the live ones as text (of a home shard; or empty)
--   scheduled …: the counters of events (include/events.lua)
-- bounds: 500 forgotten jobs
-- effect: reads
-- include: level, events
local over = redis.call('ZRANGEBYSCORE', K_forget, '-inf', now, 'LIMIT', ARGV[1], 500)
local over_done = 0
for _, id in ipairs(over) do
  if redis.call('ZSCORE', K_done, id) then over_done = over_done + 1 end
end
local waiting, ready = redis.call('ZCARD', K_due), 0
for _, level in ipairs(levels) do
  ready = ready + redis.call('ZCOUNT', K_due, from_score(level, 0), below_score(level, now + 1))
end
local lapsed = redis.call('ZCOUNT', K_leased, '-inf', now)
local reply = { now, redis.call('ZCOUNT', K_forget, '-inf', now), #over, over_done, #over - over_done,
  waiting - ready, ready + lapsed, redis.call('ZCARD', K_leased) - lapsed, redis.call('ZCARD', K_dead),
  redis.call('ZCARD', K_done), redis.call('ZCARD', K_cancelled), next_due(0), next_due(now + 1),
  redis.call('HGET', K_meta, 'epochs') or '' }
return add_counted(reply)
