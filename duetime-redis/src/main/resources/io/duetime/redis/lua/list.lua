-- A page of jobs by moment, then id.
-- keys: meta jobs due runs dead done cancelled forget
-- arguments: group (W waiting, T retrying, D dead, R remembered), from, to, clip, position (moment, id; empty id
--   for the beginning), limit
-- reply: now, isMore
-- each: id, moment, record, state
--   isMore: 1 if there may be more behind the last job
--   record: empty where it is missing, and for a dead job that is not kept any more
-- bounds: 1000 jobs, about 4 MiB
-- effect: reads
-- include: range, show
local wanted = range_of(2)
local found = page_of(ARGV[1], wanted)
local reply = { now, 0 }
local shown = show(reply, found)
if shown < #found or #found >= wanted.limit then reply[2] = 1 end
return reply
