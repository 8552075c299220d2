-- Some of the copies of dead jobs that are still to be made, at random: a copy that its queue refuses
-- blocks no other copy.
-- keys: meta copies
-- arguments: none
-- reply: now
-- each: key, packed
--   packed: MessagePack [queue, record]
-- bounds: 100 copies, about 4 MiB
-- effect: reads
-- include: shard, bytes
local reply, read = { now }, 0
for _, key in ipairs(redis.call('HRANDFIELD', K_copies, 100)) do
  if read >= BYTES then break end
  local copy = redis.call('HGET', K_copies, key)
  reply[#reply + 1], reply[#reply + 2] = key, copy
  read = read + #copy
end
return reply
