-- Moves waiting jobs.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late
-- arguments: n, then for each job id, due time (a delay d as -1 - d), condition (A always, E only
--   earlier, L only later, or the due time it must have)
-- reply: now, maintenance, sealed
-- each: outcome, due
--   a row for each job; for the first of them alone where records are large
--   due: of TOO_FAR how far ahead it may be
--   outcome: IS_…, RESCHEDULED, NOT_MET or TOO_FAR
-- bounds: 500 jobs, about 4 MiB
-- include: move, go_on
local most_ahead = math.min(conf.maxAhead or MAX_AHEAD, MAX_AHEAD)
local BY_STAGE = { [LEASED] = IS_RUNNING, [DEAD] = IS_DEAD, [DONE] = IS_DONE,
  [CANCELLED] = IS_CANCELLED }

local function holds(condition, known, due)
  if condition == 'A' then return true end
  if condition == 'E' then return due < known end
  if condition == 'L' then return due > known end
  return tonumber(condition) == known
end

local function reschedule(id, due, condition)
  local job = current(id)
  if not job then return IS_UNKNOWN, 0 end
  if job.stage ~= WAITING then return BY_STAGE[job.stage], 0 end
  if due - now > most_ahead then return TOO_FAR, most_ahead end
  if not holds(condition, job.due, due) then return NOT_MET, job.due end
  move(job, due)
  return RESCHEDULED, due
end

local reply = { now, -1, sealed }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  local due = tonumber(ARGV[3 * i])
  if due < 0 then due = now - 1 - due end
  reply[2 * i + 2], reply[2 * i + 3] = reschedule(ARGV[3 * i - 1], due, ARGV[3 * i + 1])
end
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
