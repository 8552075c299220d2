-- How many jobs wait for each stretch of time, and what ran in each minute of the last day and in each hour
-- before.
-- keys: meta due late hours
-- arguments: number of stretches, their borders (one more), 1 to be told what ran as well
-- reply: now, waiting
-- each: span, figures
--   waiting: a list of how many wait in each stretch
--   span: a minute, or `h` and an hour
--   figures: `ran,sum,max` or `ran,sum,max,done,failed`; one minute may have two rows
-- bounds: 100 stretches, 2400 spans
-- effect: reads
-- include: figures, shard
local n = tonumber(ARGV[1])
local all_waiting = {}
for i = 1, n do
  all_waiting[i] = redis.call('ZCOUNT', K_due, ARGV[i + 1], '(' .. ARGV[i + 2])
end
local reply = { now, all_waiting }
if ARGV[n + 3] == '1' then
  for _, part in ipairs(redis.call('HGETALL', K_late)) do reply[#reply + 1] = part end
  if meta[10] then
    local ends = redis.call('HMGET', K_meta, 'n:acked', 'n:failed', 'acked0', 'failed0')
    reply[#reply + 1], reply[#reply + 2] = meta[10], ended_figures(unpack(ends))
  end
  local hours = redis.call('HGETALL', K_hours)
  for i = 1, #hours, 2 do
    reply[#reply + 1] = 'h' .. hours[i]
    reply[#reply + 1] = hours[i + 1]
  end
end
return reply
