-- Keeps what ran by the minute for a day, then by the hour for 35 days. A day has 1440 minutes and 35 days
-- have 840 hours, so in a busy shard this runs once an hour.
-- include: figures
local MOST_MINUTES, MOST_HOURS = 1500, 864

-- Adds what ran in a minute to its hour.
local function merge_minute(minute, figures)
  local hour = string.format('%.0f', minute - minute % 3600000)
  redis.call('HSET', K_hours, hour, plus_figures(redis.call('HGET', K_hours, hour), figures))
end

local function merge_minutes()
  local minutes = redis.call('HGETALL', K_late)
  for i = 1, #minutes, 2 do
    local minute = tonumber(minutes[i])
    if minute < now - 86400000 then
      merge_minute(minute, minutes[i + 1])
      redis.call('HDEL', K_late, minutes[i])
    end
  end
end

local function forget_hours()
  local hours = redis.call('HGETALL', K_hours)
  for i = 1, #hours, 2 do
    if tonumber(hours[i]) < now - 3027600000 then redis.call('HDEL', K_hours, hours[i]) end
  end
end

local function trim_past()
  if redis.call('HLEN', K_late) > MOST_MINUTES then merge_minutes() end
  if redis.call('HLEN', K_hours) > MOST_HOURS then forget_hours() end
end
