-- Leases due jobs in order: priority, due time, id.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen watchers permits drawn
-- arguments: how many, lease (ms), due before (-1: what is due now), consumer, whether its process
--   watches the shard (1 or 0), whether it asks for all that it has room for (1 or 0), for how many jobs
--   it has permits of the home shard, before when these may be used
-- reply: now, upkeep, sealed, when to come back, number of this claim, for how many jobs permits of the
--   home shard are missing; then for each job id, record, state
-- bounds: 500 jobs, about 4 MiB; 100 lost leases
-- include: take, others, go_on
-- rarely: special (take_special, set_aside, settle_losses)
local lease_end = now + tonumber(ARGV[2])
local before = tonumber(ARGV[3])
if before < 0 then before = now + 1 end
redis.call('ZADD', K_seen, now, ARGV[4])
if next_lease_end() <= now then rarely().settle_losses(100) end
local wanted = math.min(tonumber(ARGV[1]), 500)
if not by_permit then
  open_bucket()
  room.jobs = allowed(wanted)
elseif not is_paused() and now < tonumber(ARGV[8]) then
  room.jobs = math.min(wanted, tonumber(ARGV[7]))
end
if room.jobs > 0 then take(before, lease_end, ARGV[4]) end
write_leases(lease_end, room.stretches)

-- Until the claimer has asked for permits it comes as if it had been refused.
local missing = missing_permits(wanted, before)
limited_until = missing > 0 and now + COME_AGAIN or 0
tell_come_back()
local reply = leased.reply
reply[4] = told
reply[5] = tell_others(ARGV[5] == '1', ARGV[6] == '1' and leased.n >= tonumber(ARGV[1]))
reply[6] = missing
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
