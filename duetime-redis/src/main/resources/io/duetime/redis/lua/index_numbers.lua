-- Writes the index from numbers to ids, in the home shard.
-- keys: meta numbers
-- arguments: n, then for each entry number, id
-- reply: indexed
-- bounds: 1000 entries
-- include: shard, go_on
local n = tonumber(ARGV[1])
for i = 1, n do redis.call('HSET', K_numbers, ARGV[2 * i], ARGV[2 * i + 1]) end
return { n }
