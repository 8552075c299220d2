-- Pages through sorted sets by moment, then id. A source is a key and what its scores add to moments.
-- include: level
local function is_before(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end

-- Where the members behind a position begin.
local function rank_behind(key, base, moment, id)
  local at = string.format('%.0f', base + moment)
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. at)
  local high = low + redis.call('ZCOUNT', key, at, at)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local member = redis.call('ZRANGE', key, middle, middle)[1]
    if is_before(id, member) then high = middle else low = middle + 1 end
  end
  return low
end

local function add_page(found, key, base, wanted)
  local start
  if wanted.after_id ~= '' and wanted.after_moment >= wanted.from then
    start = rank_behind(key, base, wanted.after_moment, wanted.after_id)
  else
    start = redis.call('ZCOUNT', key, '-inf', string.format('(%.0f', base + wanted.from))
  end
  local page = redis.call('ZRANGE', key, start, start + wanted.limit - 1, 'WITHSCORES')
  for i = 1, #page, 2 do
    local moment = tonumber(page[i + 1]) - base
    if moment >= wanted.to then return end
    found[#found + 1] = { id = page[i], moment = moment }
  end
end

local function sources_of(group)
  if group == 'D' then return { { K_dead, 0 } } end
  if group == 'R' then return { { K_done, 0 }, { K_cancelled, 0 } } end
  local sources = {}
  for i, level in ipairs(levels) do sources[i] = { K_due, level.slot * SPAN } end
  return sources
end

-- The first jobs of a group (W waiting, D dead, R remembered) within [from, to), behind a position.
local function page_of(group, wanted)
  local found = {}
  for _, source in ipairs(sources_of(group)) do add_page(found, source[1], source[2], wanted) end
  table.sort(found, function(a, b)
    if a.moment ~= b.moment then return a.moment < b.moment end
    return is_before(a.id, b.id)
  end)
  for i = #found, wanted.limit + 1, -1 do found[i] = nil end
  return found
end
