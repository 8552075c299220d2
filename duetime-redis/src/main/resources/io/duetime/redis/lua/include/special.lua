-- include: current, expiry, hold, missed
-- Claims a job that is not plain, or ends it if it has expired or is a missed tick.
local function claim_special(id, room)
  local job = in_place(load(id))
  local is_waiting = job and job.stage == WAITING
  local is_runnable = is_waiting and expires_at(job) > now and missed_at(job) > now
  if is_runnable and not is_blocked(job) then return lease_job(job, room.deadline, room.consumer) end
  room.are_first = false
  if not is_waiting then
    redis.call('ZREM', K_due, id)
    return
  end
  room.expired = room.expired + 1
  if is_runnable then return keep_back(job, room.before) end
  if expires_at(job) <= now then expire(job) else miss(job) end
end
