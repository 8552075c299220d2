-- Extends permits in the home shard before their leases are extended, and creates missing ones again.
-- keys: meta permits
-- arguments: n, then n permits: number, for how long its lease goes on from now (ms)
-- reply: now
-- bounds: 500 permits
-- include: shard, go_on
local USABLE = 2000
if conf.maxRunning then
  local kept = {}
  for i = 1, 2 * ARGV[1], 2 do
    kept[i], kept[i + 1] = now + USABLE + ARGV[i + 2], ARGV[i + 1]
  end
  redis.call('ZADD', K_permits, 'GT', unpack(kept))
end
return { now }
