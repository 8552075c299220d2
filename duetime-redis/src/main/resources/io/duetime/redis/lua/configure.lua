-- Takes over the settings of a queue, and with a new number of shards publishes a new epoch. A changed
-- rate begins with a full bucket.
-- keys: meta jobs permits drawn leaving
-- arguments: settings as clients read them, n, then n pairs of what scripts need (docs/formats/redis.md),
--   then new number of shards (0: as before), live epochs as the caller has seen them (or empty), the
--   same if empty stood for something, number of the newest
-- reply: now, outcome, epochs
--   outcome: 0 done, 1 the epochs have changed meanwhile, 2 too many epochs
--   epochs: the live ones as text
-- bounds: 1024 new shards
-- include: wake, split, draw, go_on
local TEXTS = { retry = true, deadCopyTo = true }
local at = 2 * ARGV[2] + 3
local shards, seen, live, newest = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
local epochs = redis.call('HGET', K_meta, 'epochs') or ''
if shards > 0 then
  if epochs ~= seen then return { now, 1, epochs } end
  epochs = split(live, newest, shards)
  if not epochs then return { now, 2, live } end
end
local changed = {}
for i = 3, at - 1, 2 do
  changed[ARGV[i]] = TEXTS[ARGV[i]] and ARGV[i + 1] or tonumber(ARGV[i + 1])
end
if changed.permits ~= conf.permits or changed.per ~= conf.per or changed.burst ~= conf.burst then
  redis.call('HDEL', K_meta, 'tokens', 'rest', 'counted')
  if changed.permits then
    redis.call('HSET', K_meta, 'tokens', changed.burst - drawn_tokens(), 'rest', 0, 'counted', now)
  end
end

if not changed.maxRunning then redis.call('UNLINK', K_permits) end
redis.call('HSET', K_meta, 'settings', ARGV[1], 'conf', cmsgpack.pack(changed))
redis.call('HINCRBY', K_meta, 'changes', 1)
unlimited()
may_come_at(now)
finish()
return { now, 0, epochs }
