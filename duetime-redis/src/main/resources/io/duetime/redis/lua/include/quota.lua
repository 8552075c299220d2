-- How many jobs may wait: each shard of a queue has its share, at least one job.
-- include: shard
local function no_room(request)
  if not conf.maxWaiting or request.tick then return false end
  local share = tonumber(redis.call('HGET', K_meta, 'share') or 1)
  return redis.call('ZCARD', K_due) >= math.max(1, math.floor(conf.maxWaiting / share))
end
