-- A job that dies is to be copied to another queue: what is needed for that is kept apart, since
-- the dead job may be redriven or purged before the copy is made.
-- include: save
local function save_copy(job)
  local key = string.format('%.0f@', job.fence) .. job.id
  redis.call('HSET', K_copies, key, cmsgpack.pack({ conf.deadCopyTo, job.record }))
  upkeep_by(0)
end
