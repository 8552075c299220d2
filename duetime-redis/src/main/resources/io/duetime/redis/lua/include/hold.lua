-- include: lease, state
-- Leases a job that is more than plain.
local function lease_job(job, till, consumer)
  job.stage, job.attempt, job.fence = LEASED, job.attempt + 1, next_fence()
  job.since, job.till, job.consumer, job.marked = now, till, consumer, false
  job.more.e = nil
  add_lease(job.id, job.record, job.due, pack_state(job), number_text(till))
end
