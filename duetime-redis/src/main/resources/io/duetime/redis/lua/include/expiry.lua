-- include: ending
local BURY, FROM_FIRST_DUE = 1, 2

local function expires_at(job)
  if not job.r.expiry then return NEVER end
  return bit.band(job.r.expiry_kind, FROM_FIRST_DUE) ~= 0 and job.first + job.r.expiry or job.r.expiry
end

-- Ends a waiting job that has expired.
local function expire(job)
  count('expired')
  if bit.band(job.r.expiry_kind, BURY) == 0 then
    count('dropped')
    return delete(job)
  end
  die(job, now, 'EXPIRED', 'expired before it ran')
end
