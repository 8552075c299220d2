-- Removes entries from the index of numbers, unless they lead to other jobs by now.
-- keys: meta numbers
-- arguments: n, then for each entry number, id
-- reply: removed
-- bounds: 200 entries
-- include: shard
local removed = 0
for i = 1, tonumber(ARGV[1]) do
  if redis.call('HGET', K_numbers, ARGV[2 * i]) == ARGV[2 * i + 1] then
    removed = removed + redis.call('HDEL', K_numbers, ARGV[2 * i])
  end
end
return { removed }
