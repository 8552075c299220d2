-- include: current, expiry, hold
-- Claims a job that is not plain, or ends it if it has expired.
local function claim_special(id, room)
  local job = load(id)
  if job and job.stage == WAITING and expires_at(job) > now then
    return lease_job(job, room.deadline, room.consumer)
  end
  room.stretches = nil
  if not job or job.stage ~= WAITING then
    redis.call('ZREM', K_due, id)
  else
    room.expired = room.expired + 1
    expire(job)
  end
end
