-- Pages through sorted sets by moment, then id.
-- include: before, retrying
-- Adds members whose scores are moments, put off by `base`.
local function add_page(found, key, wanted, base)
  local start
  if wanted.after_id ~= '' and wanted.after_moment >= wanted.from then
    start = rank_behind(key, base + wanted.after_moment, wanted.after_id)
  else
    start = redis.call('ZCOUNT', key, '-inf', string.format('(%.0f', base + wanted.from))
  end
  local page = redis.call('ZRANGE', key, start, start + wanted.limit - 1, 'WITHSCORES')
  for i = 1, #page, 2 do
    local moment = page[i + 1] - base
    if moment >= wanted.to then return end
    found[#found + 1] = { id = page[i], moment = moment }
  end
end

local function sources_of(group)
  if group == 'T' then return { K_forget } end
  if group == 'D' then return { K_dead } end
  if group == 'R' then return { K_done, K_cancelled } end
  return { K_due }
end

-- The first jobs of a group (W waiting, T retrying, D dead, R remembered) within [from, to), behind a position.
local function page_of(group, wanted)
  local found = {}
  local base = group == 'T' and RETRYING_FROM or 0
  for _, key in ipairs(sources_of(group)) do add_page(found, key, wanted, base) end
  table.sort(found, function(a, b)
    if a.moment ~= b.moment then return a.moment < b.moment end
    return is_before(a.id, b.id)
  end)
  for i = #found, wanted.limit + 1, -1 do found[i] = nil end
  return found
end
