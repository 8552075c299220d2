-- Priorities in use share one sorted set: score = slot * 2^44 + due time. A slot belongs to one priority,
-- is bound at its first use and is free again when it is empty; there are 16 of them, and a 17th priority
-- joins the nearest. `levels` is in the order of priorities.
-- include: shard
local SPAN = 17592186044416
local SLOTS = 16
local levels = {}
if meta[3] then
  for i = 1, #meta[3], 5 do
    local slot, priority = struct.unpack('>BI4', meta[3], i)
    levels[#levels + 1] = { slot = slot, priority = priority }
  end
else
  levels[1] = { slot = 0, priority = 1024 }
end

local function from_score(level, moment)
  return string.format('%.0f', level.slot * SPAN + moment)
end

local function below_score(level, moment)
  return string.format('(%.0f', level.slot * SPAN + math.min(moment, SPAN))
end

-- The score of a waiting job as slot and due time.
local function slot_and_due(score)
  local slot = math.floor(score / SPAN)
  return slot, score - slot * SPAN
end

-- The earliest due time of all levels at or after a moment, or NEVER.
local function next_due(from)
  local first = NEVER
  for _, level in ipairs(levels) do
    local found = redis.call('ZRANGEBYSCORE', K_due, from_score(level, from), below_score(level, SPAN),
      'WITHSCORES', 'LIMIT', 0, 1)
    if found[2] then
      first = math.min(first, tonumber(found[2]) - level.slot * SPAN)
    end
  end
  return first
end
