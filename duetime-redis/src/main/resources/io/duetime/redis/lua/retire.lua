-- Seals a shard of an older epoch and looks whether anything is left in it.
-- keys: meta jobs due leased dead copies aside leaving
-- arguments: the newest epoch, or 0 to leave it as it is
-- reply: now, last fence, then how many jobs, of them waiting, running, dead; then how many copies still
--   to be made, jobs set aside and jobs on their way out
-- bounds: one key
-- include: shard, go_on
local epoch = tonumber(ARGV[1])
if epoch > sealed then redis.call('HSET', K_meta, 'sealed', epoch) end
return { now, tonumber(meta[7] or 0), redis.call('HLEN', K_jobs), redis.call('ZCARD', K_due),
  redis.call('ZCARD', K_leased), redis.call('ZCARD', K_dead),
  redis.call('HLEN', K_copies) + redis.call('HLEN', K_aside) + redis.call('HLEN', K_leaving) }
