-- Leases due jobs in order: priority, due time, id.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen watchers
-- arguments: how many, lease (ms), due before (-1: what is due now), consumer, whether its process
--   watches the shard (1 or 0), whether it asks for all that it has room for (1 or 0), then what it
--   brings along of limits that shards share: number of the grant, places of the shard, tokens, until
--   when they last, before when there are no more of either (-1: the home shard was not asked)
-- reply: now, upkeep, sealed, when to come back, number of this claim, 0, or if more could be leased
--   with permits of the home shard: how many, last grant heard of, places, leases, how often the
--   settings have been changed as far as the shard knows, next end of a lease; then for each job id,
--   record, state
-- bounds: 500 jobs, about 4 MiB; 100 lost leases
-- include: take, others, go_on
-- rarely: special (take_special, set_aside, settle_losses)
local till = now + tonumber(ARGV[2])
local before, none_until = tonumber(ARGV[3]), tonumber(ARGV[11])
if before < 0 then before = now + 1 end
redis.call('ZADD', K_seen, now, ARGV[4])
if next_lease_end() <= now then rarely().settle_losses(100) end
if is_shared then
  bring(tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]))
else
  open_bucket()
end
local wanted = math.min(tonumber(ARGV[1]), 500)
room.jobs = permits(wanted)
if room.jobs > 0 then take(before, till, ARGV[4]) end
write_leases(till, room.stretches)

-- Whoever finds more to take than the limits that shards share allow asks for permits and comes back.
local short = shortage(wanted, before)
local function is_under_way()
  if not is_shared or none_until >= 0 or is_paused() then return false end
  return short > 0 or wanted == 0 and next_due(0) <= now
end
local is_done, reply = not is_under_way(), leased.reply
if is_done then
  limited_until = short > 0 and none_until or 0
  tell_come_back()
end
local took_all = ARGV[6] == '1' and leased.n >= tonumber(ARGV[1])
reply[4], reply[5] = is_done and told or now, tell_others(is_done and ARGV[5] == '1', took_all)
if short > 0 then
  reply[6] = { short, heard, places, running(), tonumber(redis.call('HGET', K_meta, 'changes') or 0),
    next_lease_end() }
end
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
