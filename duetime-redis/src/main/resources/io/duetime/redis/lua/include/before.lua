-- The order of ids, and positions in sorted sets whose scores are moments.
-- include: shard
local function is_before(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end

-- Where the members behind a position begin.
local function rank_behind(key, moment, id)
  local at = number_text(moment)
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. at)
  if id == '' then return low end
  local high = low + redis.call('ZCOUNT', key, at, at)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local member = redis.call('ZRANGE', key, middle, middle)[1]
    if is_before(id, member) then high = middle else low = middle + 1 end
  end
  return low
end
