-- The job under an id, once what its lost lease leads to has been settled.
-- include: ending
local LOST = 'the lease ended before the job was settled'

local function settle_loss(job)
  count('leasesLost')
  fail(job, LEASE_LOST, job.till, LOST)
end

local function current(id)
  local job = load(id)
  if job and job.stage == LEASED and job.till <= now then
    settle_loss(job)
    job = load(id)
  end
  if job and job.stage >= DONE and job.till <= now then
    delete(job)
    return nil
  end
  return job
end

-- Settles up to `max` lost leases and tells how many.
local function settle_losses(max)
  local lapsed = redis.call('ZRANGEBYSCORE', K_leased, '-inf', now, 'LIMIT', 0, max)
  for _, id in ipairs(lapsed) do
    local job = load(id)
    if job and job.stage == LEASED then
      settle_loss(job)
    elseif not job and redis.call('ZREM', K_leased, id) == 1 then
      set_aside(id)
    end
  end
  return #lapsed
end
