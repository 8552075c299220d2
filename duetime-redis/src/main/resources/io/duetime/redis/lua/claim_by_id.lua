-- Leases jobs by id, waiting or dead, regardless of the limits.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late seen permits drawn ticks
-- arguments: how many at most, after how many bytes to stop, lease (ms), consumer, n, then the ids
-- reply: now, maintenance, sealed, comeBackAt, looked, counted
-- each: id, record, state
--   looked: how many ids were looked at; counted: how many jobs the home shard is to count
-- bounds: 500 ids, about 4 MiB
-- include: current, expiry, hold, missed, go_on
local most, most_bytes = tonumber(ARGV[1]), math.min(BYTES, tonumber(ARGV[2]))
local deadline, consumer = now + tonumber(ARGV[3]), ARGV[4]
redis.call('ZADD', K_seen, 'GT', now, consumer)
if not by_permit then open_bucket() end
local n, read, looked, claimed = tonumber(ARGV[5]), 0, 0, {}

local function lease_if_free(job)
  if job.stage == WAITING and expires_at(job) <= now then
    expire(job)
  elseif job.stage == WAITING and missed_at(job) <= now then
    miss(job)
  elseif job.stage == WAITING and is_blocked(job) then
    keep_back(job, now + 1)
  elseif job.stage == WAITING or job.stage == DEAD then
    if job.stage == DEAD then
      job.attempt, job.more.i = 0, nil
      redis.call('ZREM', K_dead, job.id)
    end
    if job.was.stage == WAITING then leave_order(job) end
    lease_job(job, deadline, consumer)
    claimed[job.id] = true
  end
end

while looked < n and read < most_bytes do
  looked = looked + 1
  local id = ARGV[looked + 5]
  local job = not claimed[id] and in_place(current(id))
  if job then
    read = read + #job.record
    if leased.n < most then lease_if_free(job) end
  end
end
write_leases(deadline)
hand_over_places()
leased.reply[4], leased.reply[5] = come_back(), looked
if by_permit then leased.reply[6] = leased.n end
finish()
if maintenance_at < NEVER then leased.reply[2] = maintenance_at end
return leased.reply
