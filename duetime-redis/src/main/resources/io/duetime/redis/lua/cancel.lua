-- Cancels jobs; running ones are marked.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside
-- arguments: n, then the ids
-- reply: now, upkeep, sealed, then for each id 0 unknown, 1 cancelled, 2 running, 3 done, 4 dead; for the
--   first of them alone where records are large
-- bounds: 500 jobs, about 4 MiB
-- include: current, go_on
local IS_UNKNOWN, IS_CANCELLED, IS_RUNNING, IS_DONE, IS_DEAD = 0, 1, 2, 3, 4
local function cancel(id)
  local job = current(id)
  if not job then return IS_UNKNOWN end
  if job.stage == WAITING then
    cancelled(job, now)
    return IS_CANCELLED
  end
  if job.stage == LEASED then
    if not job.marked or job.more.s then
      job.marked, job.more.s = true, nil
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
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
