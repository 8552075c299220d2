-- Leases particular jobs, waiting or dead, whatever the limits.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen
-- arguments: how many at most, lease (ms), consumer, n, then the ids
-- reply: now, upkeep, when to come back, then for each job taken id, record, state
-- bounds: 500 ids, about 4 MiB
-- include: take
local most, till, consumer = tonumber(ARGV[1]), now + tonumber(ARGV[2]), ARGV[3]
redis.call('ZADD', K_seen, now, consumer)
open_bucket()
local read, taken = 0, {}
for i = 1, tonumber(ARGV[4]) do
  local id = ARGV[i + 4]
  local job = leased.n < most and read < BYTES and not taken[id] and current(id)
  if job and job.stage == WAITING and expires_at(job) <= now then
    expire(job)
  elseif job and (job.stage == WAITING or job.stage == DEAD) then
    if job.stage == DEAD then
      job.attempt = 0
      redis.call('ZREM', K_dead, id)
    end
    lease_job(job, till, consumer)
    taken[id] = true
    read = read + #job.record
  end
end
write_leases(till)
local reply = { now, -1, (come_back()), unpack(leased.reply) }
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
