-- Lists documents of a server in the order of their names.
-- keys: documents names
-- arguments: where the names begin, as ZRANGEBYLEX takes it, how many
-- each: name, document
-- bounds: 100 documents of 64 KiB
-- effect: reads
local reply = {}
local names = redis.call('ZRANGEBYLEX', K_names, ARGV[1], '+', 'LIMIT', 0, ARGV[2])
if #names == 0 then return reply end
local found = redis.call('HMGET', K_documents, unpack(names))
for i, name in ipairs(names) do
  reply[2 * i - 1], reply[2 * i] = name, found[i] or ''
end
return reply
