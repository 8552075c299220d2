-- Removes remembered jobs whose time is over.
-- include: current
local function forget(max)
  local over = redis.call('ZRANGEBYSCORE', K_forget, '-inf', now, 'LIMIT', 0, max)
  for _, id in ipairs(over) do
    local job = load(id)
    if job and job.stage >= DONE then
      delete(job)
    elseif redis.call('ZREM', K_forget, id) == 1 and not job then
      set_aside(id)
    end
  end
  return #over
end
