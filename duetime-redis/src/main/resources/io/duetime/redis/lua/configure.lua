-- Takes over the settings of a queue, and with a new number of shards publishes a new epoch. A changed
-- rate begins with a full bucket.
-- keys: meta jobs leased permits drawn leaving
-- arguments: settings as clients read them, n, then n pairs of what scripts need (docs/formats/redis.md),
--   then new number of shards (0: as before), live epochs as the caller has seen them (or empty), the
--   same if empty stood for something, number of the newest
-- reply: now, outcome, epochs
--   outcome: 0 done, 1 the epochs have changed meanwhile, 2 too many epochs
--   epochs: the live ones as text
-- bounds: 1024 new shards
-- include: wake, split, permit, draw, go_on
local TEXTS = { retry = true, deadCopyTo = true }
local at = 2 * ARGV[2] + 3
local shards, seen, live, newest = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
local epochs = redis.call('HGET', K_meta, 'epochs') or ''
local before = epochs
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

-- Under a limit that is new, or new to several shards, what the others run is not known; those of a
-- new epoch run nothing. Under another one this shard gives up its places like the others.
local function share_places()
  if not conf.maxRunning or before == '' then forget_permits() end
  if before == '' or changed.maxRunning ~= conf.maxRunning then
    write_permit('0.0', last_number(), redis.call('ZCARD', K_leased))
    redis.call('HSET', K_meta, 'places', 0, 'heard', string.format('%.0f', last_number()))
  end
  if shards == 0 then return end
  local epoch = string.match(epochs, '(%d+):%d+$')
  for i = 0, shards - 1 do write_permit(string.format('%s.%d', epoch, i), 0, 0) end
end

if not changed.maxRunning then
  if conf.maxRunning then forget_permits() end
elseif epochs ~= '' then
  share_places()
end
redis.call('HSET', K_meta, 'settings', ARGV[1], 'conf', cmsgpack.pack(changed))
redis.call('HINCRBY', K_meta, 'changes', 1)
unlimited()
may_come_at(now)
finish()
return { now, 0, epochs }
