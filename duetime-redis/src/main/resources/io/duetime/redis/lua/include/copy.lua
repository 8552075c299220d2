-- Notes the copy of a dead job to another queue. The note holds the whole copy, because the dead job may be
-- redriven or purged before the copy is made.
-- include: save
local function save_copy(job, at)
  local key = string.format('%.0f@%.0f@', job.fence, at) .. job.id
  redis.call('HSET', K_copies, key, cmsgpack.pack({ conf.deadCopyTo, job.record }))
  maintenance_by(0)
end
