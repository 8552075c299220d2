-- Notes when a queue needs maintenance next, unless another call has changed the note meanwhile.
-- keys: maintenance
-- arguments: queue, the moment noted when the maintenance began, the next moment or empty for none
-- reply: noted
--   noted: 1 if it was noted
-- bounds: one queue
local noted = redis.call('ZSCORE', K_maintenance, ARGV[1])
if not noted or tonumber(noted) ~= tonumber(ARGV[2]) then return 0 end
-- Goes on where memory has run out, as include/go_on.lua does.
redis.call('ZREM', K_maintenance, '')
if ARGV[3] == '' then
  redis.call('ZREM', K_maintenance, ARGV[1])
else
  redis.call('ZADD', K_maintenance, ARGV[3], ARGV[1])
end
return 1
