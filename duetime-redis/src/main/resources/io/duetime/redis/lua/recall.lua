-- Has a shard give up the places that it does not use, and tell what it has.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside
-- arguments: number of the last grant to the shard, 1 if that is called off where the shard has not
--   heard of it
-- reply: now, upkeep, last grant heard of, places it has at most (-1: a grant is on its way), how often
--   the settings have been changed as far as it knows, when the next lease ends (NEVER = 2^53 - 1)
-- bounds: 100 lost leases
-- include: current, limit, go_on
local number = tonumber(ARGV[1])
settle_losses(100)
local is_on_its_way = number > heard and ARGV[2] ~= '1'
if conf.maxRunning and not is_on_its_way then
  heard, places = math.max(heard, number), math.min(places, running())
  redis.call('HSET', K_meta, 'heard', string.format('%.0f', heard), 'places', places)
end
finish()
return { now, upkeep_at < NEVER and upkeep_at or -1, heard,
  is_on_its_way and -1 or math.max(places, running()),
  tonumber(redis.call('HGET', K_meta, 'changes') or 0), next_lease_end() }
