-- The jobs that a change is about: those with a tag, or those named by their ids.
local function tagged(tag, wanted)
  local from = wanted.after_id == '' and '[' .. tag .. '\0' or '(' .. tag .. '\0' .. wanted.after_id
  local found = redis.call('ZRANGEBYLEX', K_tags, from, '(' .. tag .. '\1', 'LIMIT', 0, wanted.limit)
  for i, member in ipairs(found) do found[i] = { id = string.sub(member, #tag + 2), moment = 0 } end
  return found
end

-- The ids follow the argument with their number.
local function named(at)
  local found = {}
  for i = 1, tonumber(ARGV[at]) do found[i] = { id = ARGV[at + i], moment = 0 } end
  return found
end
