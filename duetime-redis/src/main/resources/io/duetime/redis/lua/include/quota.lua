-- How many jobs may wait: of a queue in several shards each has its share, one job at the least.
-- include: shard
local function no_room(request)
  if not conf.maxWaiting or request.tick then return false end
  local share = tonumber(redis.call('HGET', K_meta, 'share') or 1)
  return redis.call('ZCARD', K_due) >= math.max(1, math.floor(conf.maxWaiting / share))
end
