-- Cancels jobs; running ones are marked.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late
-- arguments: n, then the ids
-- reply: now, maintenance, sealed
-- each: outcome
--   a row for each id, one of the outcomes IS_…; for the first of them alone where records are large
-- bounds: 500 jobs, about 4 MiB
-- include: current, go_on
local has_marked = false

local function cancel(id)
  local job = current(id)
  if not job then return IS_UNKNOWN end
  if job.stage == WAITING then
    cancelled(job, now)
    return IS_CANCELLED
  end
  if job.stage == LEASED then
    if not job.marked or job.more.s then
      job.marked, job.more.s, has_marked = true, nil, true
      save(job)
    end
    return IS_RUNNING
  end
  return job.stage == DEAD and IS_DEAD or job.stage == DONE and IS_DONE or IS_CANCELLED
end

local reply = { now, -1, sealed }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  reply[i + 3] = cancel(ARGV[i + 1])
end
finish()
if has_marked then redis.call('PUBLISH', CHANNEL, 'C') end
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
