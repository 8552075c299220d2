-- Opens a shard: marks its keys with this version, and with an incarnation unless they have one: a shard that
-- has lost its data gets another one. A dropped shard stays closed for ever.
-- keys: meta
-- arguments: version, a fence that the shard has to be beyond, how often the queue's settings have
--   been changed, what scripts need of them (docs/formats/redis.md; empty in a home shard, which is
--   told by `configure`), among how many shards the queue's quota is shared, live epochs that a home
--   shard begins with (empty for none), those that it goes on with if it has lost its data: other nodes
--   may still have their jobs (empty for none)
-- reply: opened
--   opened: 1 if it was opened now, 0 if it was open, -1 if it was dropped
-- bounds: one key
if redis.call('HEXISTS', K_meta, 'dropped') == 1 then return -1 end
local opened = redis.call('HSETNX', K_meta, 'version', ARGV[1])
redis.call('PERSIST', K_meta)
local clock = redis.call('TIME')
local is_new = redis.call('HSETNX', K_meta, 'born', string.format('%.0f', clock[1] * 1000000 + clock[2]))
local last = tonumber(redis.call('HGET', K_meta, 'fence') or 0)
redis.call('HSET', K_meta, 'fence', string.format('%.0f', math.max(last, tonumber(ARGV[2]))))
if opened == 1 and ARGV[4] ~= '' then
  redis.call('HSET', K_meta, 'conf', ARGV[4], 'changes', ARGV[3], 'share', ARGV[5])
end
if opened == 1 and ARGV[6] ~= '' then redis.call('HSET', K_meta, 'epochs', ARGV[6]) end
if opened == 1 and is_new == 1 and ARGV[7] ~= '' then
  local newest = string.match(ARGV[7], '(%d+):%d+$')
  redis.call('HSET', K_meta, 'epochs', ARGV[7], 'lastEpoch', newest, 'sealed', newest)
end
return opened
