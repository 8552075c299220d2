-- Pages through sorted sets by moment, then id.
-- include: before
local function add_page(found, key, wanted)
  local start
  if wanted.after_id ~= '' and wanted.after_moment >= wanted.from then
    start = rank_behind(key, wanted.after_moment, wanted.after_id)
  else
    start = redis.call('ZCOUNT', key, '-inf', string.format('(%.0f', wanted.from))
  end
  local page = redis.call('ZRANGE', key, start, start + wanted.limit - 1, 'WITHSCORES')
  for i = 1, #page, 2 do
    local moment = tonumber(page[i + 1])
    if moment >= wanted.to then return end
    found[#found + 1] = { id = page[i], moment = moment }
  end
end

local function sources_of(group)
  if group == 'D' then return { K_dead } end
  if group == 'R' then return { K_done, K_cancelled } end
  return { K_due }
end

-- The first jobs of a group (W waiting, D dead, R remembered) within [from, to), behind a position.
local function page_of(group, wanted)
  local found = {}
  for _, key in ipairs(sources_of(group)) do add_page(found, key, wanted) end
  table.sort(found, function(a, b)
    if a.moment ~= b.moment then return a.moment < b.moment end
    return is_before(a.id, b.id)
  end)
  for i = #found, wanted.limit + 1, -1 do found[i] = nil end
  return found
end
