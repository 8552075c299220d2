-- Stores the settings of a queue; a new number of shards publishes a new epoch. A changed rate begins with
-- a full bucket.
-- keys: meta jobs permits drawn leaving
-- arguments: settings as clients read them, n, then n pairs of what scripts need (docs/formats/redis.md),
--   then new number of shards (0: as before), live epochs as the caller has seen them (or empty), the
--   same if empty means some epochs, number of the newest, how often the settings may have been changed
--   before (empty: however often)
-- reply: now, maintenance, outcome, epochs, changes
--   outcome: 0 done, 1 the epochs have changed meanwhile, 2 too many epochs, 3 the settings have been
--   changed meanwhile
--   epochs: the live ones as text
--   changes: how often the settings have been changed
-- bounds: 1024 new shards
-- include: wake, split, draw, go_on
local TEXTS = { retry = true, deadCopyTo = true }
local at = 2 * ARGV[2] + 3
local shards, seen, live, newest = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
local epochs, changes = redis.call('HGET', K_meta, 'epochs') or '', redis.call('HGET', K_meta, 'changes') or '0'
if ARGV[at + 4] ~= '' and ARGV[at + 4] ~= changes then return { now, -1, 3, epochs, tonumber(changes) } end
if shards > 0 then
  if epochs ~= seen then return { now, -1, 1, epochs, tonumber(changes) } end
  epochs = split(live, newest, shards)
  if not epochs then return { now, -1, 2, live, tonumber(changes) } end
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
changes = redis.call('HINCRBY', K_meta, 'changes', 1)
unlimited()
may_come_at(now)
finish()
return { now, (changed.deadRetention or changed.maxDead) and 0 or -1, 0, epochs, changes }
