-- Counts the attempts that end by the minute. The counters at the beginning of a minute are kept, so that an end costs
-- nothing; the first end of the next minute adds what was counted since to the figures of the minute in `late`.
-- include: wake, figures
local is_counted
local function count_end(event)
  count(event)
  local minute = now - now % 60000
  if is_counted or tonumber(meta[10]) == minute then return end
  is_counted = true
  local counters = redis.call('HMGET', K_meta, 'n:acked', 'n:failed', 'acked0', 'failed0')
  if meta[10] then
    local ended = ended_figures(unpack(counters))
    redis.call('HSET', K_late, meta[10], plus_figures(redis.call('HGET', K_late, meta[10]), ended))
  end
  set_meta('minute', minute)
  set_meta('acked0', counters[1] or 0)
  set_meta('failed0', counters[2] or 0)
end
