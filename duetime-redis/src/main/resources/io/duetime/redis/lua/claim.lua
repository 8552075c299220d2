-- Leases due jobs in order: priority, due time, id.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen watchers
-- arguments: how many, lease (ms), due before (-1: what is due now), consumer, whether its process
--   watches the shard (1 or 0), whether it asks for all that it has room for (1 or 0)
-- reply: now, upkeep, sealed, when to come back, number of this claim, then for each job id, record,
--   state
-- bounds: 500 jobs, about 4 MiB; 100 lost leases
-- include: take, others, go_on
local till = now + tonumber(ARGV[2])
local before = tonumber(ARGV[3])
if before < 0 then before = now + 1 end
redis.call('ZADD', K_seen, now, ARGV[4])
settle_losses(100)
open_bucket()
room.jobs = permits(math.min(tonumber(ARGV[1]), 500))
if room.jobs > 0 then take(before, till, ARGV[4]) end
write_leases(till, stretches)
tell_come_back()
local took_all = ARGV[6] == '1' and leased.n >= tonumber(ARGV[1])
leased.reply[4], leased.reply[5] = told, tell_others(ARGV[5] == '1', took_all)
finish()
if upkeep_at < NEVER then leased.reply[2] = upkeep_at end
return leased.reply
