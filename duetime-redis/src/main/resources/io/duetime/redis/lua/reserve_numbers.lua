-- Reserves successive numbers for a queue.
-- keys: next blocks
-- arguments: queue, how many
-- reply: first
--   first: of the numbers, or -1 if there are not so many left below 2^53
-- bounds: one block
local first = tonumber(redis.call('GET', K_next) or 1)
local size = tonumber(ARGV[2])
if first + size > 9007199254740992 then return -1 end
-- The store refuses a script only by its first write, so blocks need no free memory.
redis.call('ZREM', K_blocks, '')
redis.call('SET', K_next, string.format('%.0f', first + size))
redis.call('ZADD', K_blocks, first, string.format('%.0f %.0f ', first, size) .. ARGV[1])
return first
