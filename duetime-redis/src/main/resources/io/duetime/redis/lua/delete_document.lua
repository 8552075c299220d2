-- Deletes a document of a server if it still has a version.
-- keys: documents names
-- arguments: name, version that it must have
-- reply: done, version
--   done: 1 if it was deleted or must not exist and does not, 0 if it has another version
--   version: that it now has, 0 if it does not exist
-- bounds: one document
local known = redis.call('HGET', K_documents, ARGV[1])
local version = known and tonumber(string.match(known, '^%d+')) or 0
if version ~= tonumber(ARGV[2]) then return { 0, version } end
redis.call('HDEL', K_documents, ARGV[1])
redis.call('ZREM', K_names, ARGV[1])
return { 1, 0 }
