-- How many jobs may wait and run: each shard of a queue has its share, at least one job. A running job
-- counts with its successor as one.
-- include: shard
local function no_room()
  if not conf.maxWaiting then return false end
  local share = tonumber(redis.call('HGET', K_meta, 'share') or 1)
  return redis.call('ZCARD', K_due) + redis.call('ZCARD', K_leased) >= math.max(1, math.floor(conf.maxWaiting / share))
end
