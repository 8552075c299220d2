-- Makes a waiting or dead job due at another moment, with all its attempts.
-- include: current
local function move(job, due)
  job.stage, job.due, job.first, job.anchor, job.attempt = WAITING, due, due, now, 0
  job.since, job.deadline, job.consumer = 0, 0, ''
  job.more.e, job.more.i, job.more.m = nil, nil, nil
  save(job)
  may_come_at(due)
end
