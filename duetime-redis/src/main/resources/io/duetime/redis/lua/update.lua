-- Gives waiting and dead jobs new values in their places.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late
-- arguments: n, then for each job id, W if only a waiting job changes (otherwise empty), the values that
--   include/values.lua reads, content type (= and its bytes), payload (with a content type), headers (= and
--   their bytes)
-- reply: now, maintenance, sealed
-- each: outcome, value
--   a row for each job; for the first of them alone where records are large
--   outcome: IS_…, UPDATED, TOO_MANY_TAGS (value: how many) or TOO_LATE
-- bounds: 500 jobs, about 4 MiB
-- include: values
local ARGUMENTS = 11
local BY_STAGE = { [LEASED] = IS_RUNNING, [DEAD] = IS_DEAD, [DONE] = IS_DONE,
  [CANCELLED] = IS_CANCELLED }

local function update(at)
  local job = current(ARGV[at])
  if not job then return IS_UNKNOWN, 0 end
  if job.stage ~= WAITING and (job.stage ~= DEAD or ARGV[at + 1] == 'W') then return BY_STAGE[job.stage], 0 end
  local new = values_at(at + 2)
  new.content_type, new.payload, new.headers = given(at + 8), ARGV[at + 9], given(at + 10)
  return give(job, new)
end

local reply = { now, -1, sealed }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  reply[2 * i + 2], reply[2 * i + 3] = update(ARGUMENTS * (i - 1) + 2)
end
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
