-- Answers the next names of queues in a slow sweep over all of them, which all processes share.
-- keys: queues swept
-- arguments: how many at most, pause between two turns (ms), how long the way over all takes at
--   least (ms)
-- reply: now, nextAt
-- each: queue
--   nextAt: when the next turn is
-- bounds: 100 names
-- include: time
local most, pause, whole = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', K_swept, 'next', 'at', 'began')
local turn, at, began = tonumber(kept[1] or 0), kept[2] or '', tonumber(kept[3] or now)
-- A moment further ahead was noted before the clock was set back.
if turn > now and turn <= now + whole then return { now, turn } end
if at == '' then began = now end
local names = redis.call('ZRANGEBYLEX', K_queues, at == '' and '-' or '(' .. at, '+', 'LIMIT', 0, most)
local is_over = #names < most
turn = now + pause
if is_over then turn = math.max(turn, began + whole) end
redis.call('HSET', K_swept, 'next', turn, 'at', is_over and '' or names[#names], 'began', began)
return { now, turn, unpack(names) }
