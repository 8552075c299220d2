-- Notes the copy of a dead job to another queue. The note holds the whole copy, because the dead job may be
-- redriven or purged before the copy is made.
-- include: save
local function save_copy(job, at)
  local key = string.format('%.0f@%.0f@', job.fence, at) .. job.id
  local record = job.record
  if job.more.u and not job.r.may_have_arrived then
    record = string.char(string.byte(record) + MAY_HAVE_ARRIVED) .. string.sub(record, 2)
  end
  redis.call('HSET', K_copies, key, cmsgpack.pack({ conf.deadCopyTo, record }))
  maintenance_by(0)
end
