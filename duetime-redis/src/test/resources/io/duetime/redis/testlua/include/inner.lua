-- Adds.
-- include: second
local function add(number) return redis.call('INCRBY', K_count, number) end
