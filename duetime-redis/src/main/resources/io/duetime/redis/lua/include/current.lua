-- The job under an id, after settling its lease if that is lost.
-- include: ending, bytes
-- How many bytes of records were read for the jobs asked for.
local current_bytes = 0
local function bytes_read()
  return current_bytes
end

local LOST = 'the lease ended before the job was settled'

local function settle_loss(job)
  count('leasesLost')
  fail(job, { outcome = LEASE_LOST, at = job.deadline, reason = LOST, fingerprint = 'fp1:lease-lost' })
end

local function current(id)
  local job = load(id)
  if job then current_bytes = current_bytes + #job.record end
  if job and job.stage == LEASED and job.deadline <= now then
    settle_loss(job)
    job = load(id)
  end
  if job and is_forgotten(job) then
    forget_job(job)
    return nil
  end
  return job
end

-- Settles up to `max` lost leases, fewer where their records are large, and tells how many.
local function settle_losses(max)
  local settled, read = 0, 0
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', K_leased, '-inf', now, 'LIMIT', 0, max)) do
    if read >= BYTES then break end
    local job = load(id)
    if job and job.stage == LEASED then
      settle_loss(job)
    elseif redis.call('ZREM', K_leased, id) == 1 and not job then
      set_aside(id)
    end
    settled, read = settled + 1, read + (job and #job.record or 0)
  end
  return settled
end
