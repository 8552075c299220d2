-- Stores a document of a server if it still has a version.
-- keys: documents names
-- arguments: name, version that it must have (0: it must not exist), content, the most documents
-- reply: done, version
--   done: 1 if it was stored, 0 if it has another version, -1 if the collection is full
--   version: that it now has, 0 if it does not exist
-- bounds: one document
local known = redis.call('HGET', K_documents, ARGV[1])
local version = known and tonumber(string.match(known, '^%d+')) or 0
if version ~= tonumber(ARGV[2]) then return { 0, version } end
if known then
  -- The store refuses a script only by its first write, so a change needs no free memory.
  redis.call('HDEL', K_documents, ARGV[1])
elseif redis.call('ZCARD', K_names) >= tonumber(ARGV[4]) then
  return { -1, 0 }
end
version = redis.call('HINCRBY', K_documents, '', 1)
redis.call('HSET', K_documents, ARGV[1], string.format('%.0f ', version) .. ARGV[3])
redis.call('ZADD', K_names, 0, ARGV[1])
return { 1, version }
