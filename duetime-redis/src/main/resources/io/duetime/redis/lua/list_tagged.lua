-- Jobs with a tag, in the order of their ids.
-- keys: meta jobs due runs tags
-- arguments: tag, id behind which to begin (or empty), limit
-- reply: now, isMore
-- each: id, moment, record, state
--   isMore: 1 if there may be more behind the last job
--   moment: of a waiting job; the state has those of others
--   record: empty where it is missing, and for a dead job that is not kept any more
-- bounds: 1000 jobs, about 4 MiB
-- effect: reads
-- include: show
local from = ARGV[2] == '' and '[' .. ARGV[1] .. '\0' or '(' .. ARGV[1] .. '\0' .. ARGV[2]
local members = redis.call('ZRANGEBYLEX', K_tags, from, '(' .. ARGV[1] .. '\1', 'LIMIT', 0, ARGV[3])
local found = {}
for i, member in ipairs(members) do
  local id = string.sub(member, #ARGV[1] + 2)
  found[i] = { id = id, moment = tonumber(redis.call('ZSCORE', K_due, id) or 0) }
end
local reply = { now, 0 }
local shown = show(reply, found)
if shown < #found or #found >= tonumber(ARGV[3]) then reply[2] = 1 end
return reply
