-- Removes remembered jobs whose time is over, fewer where their records are large; tells how many.
-- include: current, bytes
local function forget(max)
  local forgotten, read = 0, 0
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', K_forget, '-inf', now, 'LIMIT', 0, max)) do
    if read >= BYTES then break end
    local job = load(id)
    if job and job.stage >= DONE then
      delete(job)
    elseif redis.call('ZREM', K_forget, id) == 1 and not job then
      set_aside(id)
    end
    forgotten, read = forgotten + 1, read + (job and #job.record or 0)
  end
  return forgotten
end
