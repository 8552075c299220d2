-- Keeps what ran by the minute for a day, then by the hour for 35 days. A day has 1440 minutes and 35 days
-- have 840 hours, so in a busy shard this runs once an hour.
local MOST_SPANS = 2340
local FIGURES = '(%d+),(%d+),(%d+)'

-- Adds what ran in a minute to its hour.
local function merge_minute(minute, figures)
  local hour = string.format('h%.0f', minute - minute % 3600000)
  local ran, sum, max = string.match(redis.call('HGET', K_late, hour) or '0,0,0', FIGURES)
  local more, more_sum, other_max = string.match(figures, FIGURES)
  redis.call('HSET', K_late, hour,
    string.format('%.0f,%.0f,%.0f', ran + more, sum + more_sum, math.max(tonumber(max), tonumber(other_max))))
end

local function merge_minutes()
  local spans = redis.call('HGETALL', K_late)
  for i = 1, #spans, 2 do
    local minute, hour = tonumber(spans[i]), tonumber(string.match(spans[i], '^h(%d+)$'))
    local is_old = minute and minute < now - 86400000
    if is_old then merge_minute(minute, spans[i + 1]) end
    if is_old or hour and hour < now - 3027600000 then redis.call('HDEL', K_late, spans[i]) end
  end
end
