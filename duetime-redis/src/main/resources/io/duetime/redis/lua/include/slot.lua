-- Binds priorities to slots.
-- include: level
local function save_levels()
  local packed = {}
  for i, level in ipairs(levels) do
    packed[i] = struct.pack('>BI4', level.slot, level.priority)
  end
  redis.call('HSET', K_meta, 'levels', table.concat(packed))
end

local function drop_empty_levels()
  local used = {}
  for _, level in ipairs(levels) do
    if redis.call('ZCOUNT', K_due, from_score(level, 0), below_score(level, SPAN)) > 0 then
      used[#used + 1] = level
    end
  end
  levels = used
end

local function bind(priority)
  local taken = {}
  for _, level in ipairs(levels) do taken[level.slot] = true end
  local slot = 0
  while taken[slot] do slot = slot + 1 end
  levels[#levels + 1] = { slot = slot, priority = priority }
  table.sort(levels, function(a, b) return a.priority < b.priority end)
  save_levels()
  return slot
end

-- The slot in which jobs of a priority wait.
local function slot_for(priority)
  for _, level in ipairs(levels) do
    if level.priority == priority then return level.slot end
  end
  if #levels >= SLOTS then drop_empty_levels() end
  if #levels < SLOTS then return bind(priority) end
  local nearest = levels[1]
  for _, level in ipairs(levels) do
    if math.abs(level.priority - priority) < math.abs(nearest.priority - priority) then
      nearest = level
    end
  end
  return nearest.slot
end
