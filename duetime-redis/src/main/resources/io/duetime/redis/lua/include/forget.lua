-- Removes remembered jobs whose retention is over, fewer where their records are large; tells how many.
-- include: current, bytes
local ENDS = { 0, SPAN } -- what is added to the moments of done, of cancelled jobs

local function forget(max)
  local forgotten, read = 0, 0
  local function forget_one(id)
    local job = load(id)
    if job and job.stage >= DONE then
      delete(job)
    elseif redis.call('ZREM', K_forget, id) == 1 and not job then
      set_aside(id)
    end
    forgotten, read = forgotten + 1, read + (job and #job.record or 0)
  end
  for _, base in ipairs(ENDS) do
    local over = redis.call('ZRANGEBYSCORE', K_forget, string.format('%.0f', base),
      string.format('%.0f', base + now), 'LIMIT', 0, max - forgotten)
    for _, id in ipairs(over) do
      if read >= BYTES then return forgotten end
      forget_one(id)
    end
  end
  return forgotten
end

-- When a job is to be forgotten next, or NEVER.
local function next_forget()
  local first = NEVER
  for _, base in ipairs(ENDS) do
    local kept = redis.call('ZRANGEBYSCORE', K_forget, string.format('%.0f', base),
      string.format('(%.0f', base + SPAN), 'WITHSCORES', 'LIMIT', 0, 1)
    if kept[2] then first = math.min(first, kept[2] - base) end
  end
  return first
end
