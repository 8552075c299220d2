-- Forgets a shard and all its jobs. Its last fence is kept for a day, by when the clock has passed it.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen watchers recurring ticks
-- arguments: none
-- reply: 1 if it was open
-- bounds: 17 keys, freed in the background
local fence = redis.call('HGET', K_meta, 'fence')
local was_open = redis.call('HEXISTS', K_meta, 'version')
redis.call('UNLINK', K_meta, K_jobs, K_due, K_runs, K_leased, K_dead, K_done, K_cancelled, K_forget,
  K_tags, K_copies, K_aside, K_late, K_seen, K_watchers, K_recurring, K_ticks)
if fence then
  redis.call('HSET', K_meta, 'fence', fence)
  redis.call('PEXPIRE', K_meta, 86400000)
end
return was_open
