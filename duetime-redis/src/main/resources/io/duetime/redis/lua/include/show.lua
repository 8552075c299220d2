-- Adds jobs to a reply: id, moment, record, state; stops when there are enough bytes. One that is not
-- there any more is added with an empty record, so that whoever reads on begins behind it.
-- include: bytes
local function show(reply, found)
  local read = 0
  for i, job in ipairs(found) do
    if read >= BYTES then return i - 1 end
    local record = redis.call('HGET', K_jobs, job.id) or ''
    local at = #reply
    reply[at + 1], reply[at + 2], reply[at + 3] = job.id, job.moment, record
    reply[at + 4] = redis.call('HGET', K_runs, job.id) or ''
    read = read + #record
  end
  return #found
end
