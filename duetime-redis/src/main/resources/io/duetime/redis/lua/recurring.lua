-- All recurring definitions of a queue, and which jobs of future ticks wait.
-- keys: meta due recurring ticks
-- arguments: none
-- reply: now
-- each: name, definition, ticks, waiting, owner
--   waiting: of its ticks ahead, in order, those whose job waits
-- bounds: the number of definitions, 100 ticks ahead each
-- effect: reads
-- include: shard
local function waiting(name, ticks)
  local found = {}
  for tick in string.gmatch(ticks, '@%S+') do
    if redis.call('ZSCORE', K_due, name .. tick) then found[#found + 1] = tick end
  end
  return table.concat(found, ' ')
end

local reply, all = { now }, redis.call('HGETALL', K_recurring)
for i = 1, #all, 2 do
  local at, ticks = #reply, redis.call('HGET', K_ticks, all[i]) or ''
  reply[at + 1], reply[at + 2] = all[i], all[i + 1]
  reply[at + 3], reply[at + 4] = ticks, waiting(all[i], ticks)
  reply[at + 5] = redis.call('HGET', K_ticks, '\0' .. all[i]) or ''
end
return reply
