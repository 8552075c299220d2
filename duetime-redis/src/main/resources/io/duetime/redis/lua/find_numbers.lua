-- Looks at the numbers of jobs.
-- keys: meta runs
-- arguments: n, then the ids
-- reply: now, sealed
-- each: number
--   a row for each id; number: of the job, 0 for none and for an unknown job
-- bounds: 500 ids
-- effect: reads
-- include: gone, state
local function number_of(id)
  local state = redis.call('HGET', K_runs, id)
  if not state or is_gone(state) then return 0 end
  local understood, job = pcall(unpack_state, state, {})
  if not understood or job.stage >= DONE and job.deadline <= now then return 0 end
  return job.more.n or 0
end

local reply = { now, sealed }
for i = 1, tonumber(ARGV[1]) do reply[i + 2] = number_of(ARGV[i + 1]) end
return reply
