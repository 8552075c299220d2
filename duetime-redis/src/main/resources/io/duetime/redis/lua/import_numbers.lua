-- Imports a block of numbers of another store.
-- keys: next blocks
-- arguments: queue, first, how many
-- reply: isNew, block
--   isNew: 1 if it was not there, 0 if it was, -1 if some of its numbers belong to another block
--   block: that one, otherwise empty
-- bounds: one block
local first, behind = tonumber(ARGV[2]), ARGV[2] + ARGV[3]
local block = string.format('%.0f %.0f ', first, ARGV[3]) .. ARGV[1]
local near = redis.call('ZREVRANGEBYSCORE', K_blocks, string.format('(%.0f', behind), '-inf', 'LIMIT', 0, 1)[1]
if near == block then return { 0, '' } end
if near then
  local at, size = string.match(near, '^(%d+) (%d+) ')
  if at + size > first then return { -1, near } end
end
redis.call('ZADD', K_blocks, first, block)
if behind > tonumber(redis.call('GET', K_next) or 1) then
  redis.call('SET', K_next, string.format('%.0f', behind))
end
return { 1, '' }
