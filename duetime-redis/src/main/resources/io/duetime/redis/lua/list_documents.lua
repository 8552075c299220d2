-- Lists documents of a server in the order of their names.
-- keys: documents names
-- arguments: where the names begin, as ZRANGEBYLEX takes it, how many
-- reply: count
-- each: name, document
--   count: of all documents of the collection
-- bounds: 100 documents of 64 KiB
-- effect: reads
local reply = { redis.call('ZCARD', K_names) }
local names = redis.call('ZRANGEBYLEX', K_names, ARGV[1], '+', 'LIMIT', 0, ARGV[2])
if #names == 0 then return reply end
local found = redis.call('HMGET', K_documents, unpack(names))
for i, name in ipairs(names) do
  reply[2 * i], reply[2 * i + 1] = name, found[i]
end
return reply
