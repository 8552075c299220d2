-- include: lease, overlap, retrying
-- Leases a job that is not plain.
local function lease_job(job, deadline, consumer)
  if job.was.stage == WAITING then leave_retrying(job) end
  job.stage, job.attempt, job.fence = LEASED, job.attempt + 1, next_fence()
  job.since, job.deadline, job.consumer, job.marked = now, deadline, consumer, false
  job.more.e = nil
  if job.r.overlap then
    redis.call('ZADD', K_tags, 0, begun_member(job))
    leased_here[job.id] = true
  end
  add_lease(job.id, job.record, job.due, pack_state(job), number_text(deadline))
end
