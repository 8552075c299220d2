-- Gives numbers to jobs that have none.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside
-- arguments: n, then for each job id, number
-- reply: now, maintenance, sealed
-- each: number
--   a row for each job; for the first of them alone where records are large
--   number: that the job now has; 0 for an unknown job
-- bounds: 500 jobs, about 4 MiB
-- include: current, go_on
local function number_of(id, proposal)
  local job = current(id)
  if not job then return 0 end
  if not job.more.n then
    job.more.n = proposal
    save(job)
  end
  return job.more.n
end

local reply = { now, -1, sealed }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  reply[i + 3] = number_of(ARGV[2 * i], tonumber(ARGV[2 * i + 1]))
end
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
