-- Leases due jobs in order: priority, due time, id. A fast path without functions serves jobs that wait for
-- the first time, while all waiting jobs have one priority and the queue has no limits.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late seen watchers permits drawn ticks
-- arguments: how many, lease (ms), due before (-1: what is due now), consumer, whether its process
--   watches the shard (1 or 0), whether it asks for all that it has room for (1 or 0), for how many jobs
--   it has permits of the home shard, before when these may be used, after how many bytes to stop
-- reply: now, maintenance, sealed, comeBackAt, number, missing
-- each: id, record, state
--   number: of this claim; missing: for how many jobs permits of the home shard are missing
-- bounds: 500 jobs, about 4 MiB; 100 lost leases; 5,000 jobs ordered, about 16 MiB
-- include: time, go_on
-- rarely: claim_all (claim_all)
local meta = redis.call('HMGET', K_meta, 'version', 'conf', 'order', 'sealed', 'fence', 'claims', 'handed')
if meta[1] ~= LAYOUT then
  return redis.error_reply(meta[1] and 'DTVERSION ' .. meta[1] or 'DTABSENT no such shard')
end
redis.call('ZADD', K_seen, 'GT', now, ARGV[4])
if meta[3] and #meta[3] > 4 then return rarely().claim_all() end
if meta[2] then
  local settings = cmsgpack.unpack(meta[2])
  if settings.maxRunning or settings.permits or settings.pausedUntil then return rarely().claim_all() end
end
local come_back = tonumber(redis.call('ZRANGE', K_leased, 0, 0, 'WITHSCORES')[2] or NEVER)
if come_back <= now then return rarely().claim_all() end
local before = tonumber(ARGV[3])
if before < 0 then before = now + 1 end
local number, n, room = (meta[6] or 0) + 1, 0, math.min(tonumber(ARGV[1]), 500)
local reply = { now, -1, tonumber(meta[4] or 0), 0, number, 0 }
local below = string.format('(%.0f', math.min(before, SPAN))
local look = math.min(room, FIRST_LOOK)
local found = redis.call('ZRANGEBYSCORE', K_due, '-inf', below, 'WITHSCORES', 'LIMIT', 0, look)
local fence = meta[5]
-- include: claim_plain
local due = redis.call('ZRANGE', K_due, 0, 0, 'WITHSCORES')[2]
if due then come_back = math.min(come_back, math.max(tonumber(due), now)) end
reply[4] = come_back

local is_more, knew = come_back <= now, meta[7] == '1'
local has_news = ARGV[5] == '1' and not (is_more and knew) and redis.call('ZCARD', K_watchers) > 1
local handed = is_more and (knew or has_news) and 1 or 0
redis.call('HSET', K_meta, 'claims', number, 'told', come_back, 'limited', 0, 'handed', handed, 'fence', fence or 0)
if has_news then
  local claimed_all = ARGV[6] == '1' and n >= tonumber(ARGV[1])
  redis.call('PUBLISH', string.sub(K_meta, 1, -5) .. 'wake',
    string.format('%s%.0f %.0f', (claimed_all or is_more) and 'H' or 'P', number, come_back))
end
return reply
