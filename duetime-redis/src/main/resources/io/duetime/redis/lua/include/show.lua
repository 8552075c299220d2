-- Adds jobs to a reply: id, moment, record, state; stops when there are enough bytes. A job that no longer
-- exists is added with an empty record, so that the next call begins behind it.
-- include: bytes, gone
local function show(reply, found)
  local read = 0
  for i, job in ipairs(found) do
    if read >= BYTES then return i - 1 end
    local state = redis.call('HGET', K_runs, job.id)
    local record = not is_gone(state) and redis.call('HGET', K_jobs, job.id) or ''
    local at = #reply
    reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = job.id, job.moment, record, state or ''
    read = read + #record
  end
  return #found
end
