-- Answers a job and what may keep it waiting.
-- keys: meta jobs due runs leased seen permits drawn
-- arguments: 1, id
-- reply: now, sealed
-- each: record, state, moment, pausedUntil, maxRunning, permitAt, hasClaimers, sharedMaxRunning, sharesRate
--   one row; record: empty for an unknown id; state: or empty; moment: -1 for an unknown id
--   pausedUntil: 0 if it is not
--   maxRunning: jobs that may run at once if so many do (0 otherwise)
--   permitAt: next moment the limits allow a claim
--   hasClaimers: 1 if a consumer has claimed within a minute
--   sharedMaxRunning: how many jobs may run at once in all shards if they share that limit (0 otherwise)
--   sharesRate: whether they share a rate
-- bounds: one job
-- effect: reads
-- include: limit, gone
local state = redis.call('HGET', K_runs, ARGV[2])
local record = not is_gone(state) and redis.call('HGET', K_jobs, ARGV[2])
if not record then return { now, sealed, '', '', -1, 0, 0, 0, 0, 0, 0 } end
local due = tonumber(redis.call('ZSCORE', K_due, ARGV[2]) or 0)
if not by_permit then open_bucket() end
local paused = conf.pausedUntil and conf.pausedUntil > now and conf.pausedUntil or 0
local has_claimers = redis.call('ZCOUNT', K_seen, now - 60000, '+inf') > 0 and 1 or 0
return { now, sealed, record, state or '', due, paused,
  is_full() and conf.maxRunning or 0, by_permit and now or next_permit_at(), has_claimers,
  by_permit and conf.maxRunning or 0, by_permit and conf.permits and 1 or 0 }
