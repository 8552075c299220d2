-- The room of a claim: how many jobs, how many bytes of records, how many other jobs it may end.
-- include: lease, bytes
local MOST_EXPIRED, MOST_PASSED = 500, 5000

-- `passed`: how many due jobs were left because only those due earlier are asked for; `are_first`: whether
-- the claimed jobs are the first in `due`.
local room = { jobs = 0, bytes = math.min(BYTES, math.max(1, tonumber(ARGV[9]))), expired = 0, passed = 0, are_first = true }

local function has_room(read)
  return leased.n < room.jobs and read < room.bytes and room.expired < MOST_EXPIRED
    and room.passed < MOST_PASSED
end

-- How many jobs to look at next, going by the size of those seen so far.
local function look_at(seen, read)
  if seen == 0 then return math.min(room.jobs, FIRST_LOOK) end
  local fit = math.floor((room.bytes - read) / (read / seen + 1))
  return math.min(room.jobs - leased.n, math.max(fit, 1), 500)
end
