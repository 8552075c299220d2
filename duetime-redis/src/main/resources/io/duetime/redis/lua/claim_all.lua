-- Leases due jobs in every case: with limits, lost leases, expired jobs and damaged records.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late seen watchers permits drawn ticks
-- arguments: those of `claim`
-- reply: now, maintenance, sealed, comeBackAt, number, missing
-- each: id, record, state
--   number: of this claim; missing: for how many jobs permits of the home shard are missing
-- bounds: 500 jobs, about 4 MiB; 100 lost leases; 5,000 jobs ordered, about 16 MiB
-- include: time, go_on, special, claim_waiting, others
local deadline, before = now + tonumber(ARGV[2]), tonumber(ARGV[3])
if before < 0 then before = now + 1 end
redis.call('ZADD', K_seen, 'GT', now, ARGV[4])
if next_deadline() <= now then settle_losses(100) end
local wanted = math.min(tonumber(ARGV[1]), 500)
if not by_permit then
  open_bucket()
  room.jobs = allowed(wanted)
elseif not is_paused() and now < tonumber(ARGV[8]) then
  room.jobs = math.min(wanted, tonumber(ARGV[7]))
end
if room.jobs > 0 then claim_waiting(before, deadline, ARGV[4]) end
write_leases(deadline, room.are_first)
hand_over_places()

-- Until the claimer has asked for permits it comes back as if it had been refused.
local missing = missing_permits(wanted, before)
limited_until = missing > 0 and now + COME_AGAIN or 0
tell_come_back()
local reply = leased.reply
reply[4] = told
reply[5] = tell_others(ARGV[5] == '1', ARGV[6] == '1' and leased.n >= tonumber(ARGV[1]))
reply[6] = missing
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
