-- Copies of dead jobs that are still to be made.
-- keys: meta copies
-- arguments: none
-- reply: now, then for each copy its key and MessagePack [queue, record]
-- bounds: about 100 copies
-- effect: reads
-- include: shard
local reply = { now }
for _, part in ipairs(redis.call('HSCAN', K_copies, 0, 'COUNT', 100)[2]) do reply[#reply + 1] = part end
return reply
