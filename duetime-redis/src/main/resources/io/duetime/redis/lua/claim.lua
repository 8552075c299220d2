-- Leases due jobs in order: priority, due time, id. Serves jobs that wait for the first time, while all waiting
-- jobs have one priority and the queue has no limits.
-- keys: meta jobs due runs leased late seen watchers
-- arguments: how many, lease (ms), due before (-1: what is due now), consumer, whether its process
--   watches the shard (1 or 0), whether it asks for all that it has room for (1 or 0), for how many jobs
--   it has permits of the home shard, before when these may be used, after how many bytes to stop
-- reply: now, maintenance, sealed, comeBackAt, number, missing
-- each: id, record, state
--   number: of this claim; missing: for how many jobs permits of the home shard are missing
-- bounds: 500 jobs, about 4 MiB
-- otherwise: claim_all
-- include: time, whole
local meta = redis.call('HMGET', K_meta, 'version', 'conf', 'order', 'sealed', 'fence', 'claims', 'handed', 'n:claimed')
if meta[1] ~= LAYOUT then
  return redis.error_reply(meta[1] and 'DTVERSION ' .. meta[1] or 'DTABSENT no such shard')
end
if meta[3] and #meta[3] > 4 then return {} end
if meta[2] then
  local settings = cmsgpack.unpack(meta[2])
  if settings.maxRunning or settings.permits or settings.pausedUntil then return {} end
end
local format = string.format
local now_text = format(WHOLE, now)
local told = redis.call('ZRANGE', K_leased, '0', '0', 'WITHSCORES')[2] or format(WHOLE, NEVER)
local come_back = told + 0
if come_back <= now then return {} end
local before, last_text = ARGV[3] + 0, now_text
if before >= 0 then last_text = format(WHOLE, math.min(before, SPAN) - 1) end
local number, n, wanted = (meta[6] or 0) + 1, 0, ARGV[1] + 0
local room = math.min(wanted, 500)
local reply = { now, -1, (meta[4] or 0) + 0, 0, number, 0 }
local look = math.min(room, FIRST_LOOK)
local found = redis.call('ZRANGEBYSCORE', K_due, '-inf', last_text, 'WITHSCORES', 'LIMIT', '0', format('%d', look))
local fence
-- include: claim_plain
-- The first command that writes needs no memory, as the removal from `due` needs none (go_on.lua).
if n == 0 then redis.call('HDEL', K_meta, '') end
redis.call('ZADD', K_seen, 'GT', now_text, ARGV[4])
local due = redis.call('ZRANGE', K_due, '0', '0', 'WITHSCORES')[2]
if due and due + 0 <= now then
  come_back, told = now, now_text
elseif due and due + 0 < come_back then
  come_back, told = due + 0, due
end
reply[4] = come_back

local is_more, knew = come_back <= now, meta[7] == '1'
local has_news = ARGV[5] == '1' and not (is_more and knew) and redis.call('ZCARD', K_watchers) > 1
local handed, claims = is_more and (knew or has_news) and '1' or '0', format(WHOLE, number)
if n > 0 then
  redis.call('HSET', K_meta, 'claims', claims, 'told', told, 'limited', '0', 'handed', handed,
    'fence', fence, 'n:claimed', format(WHOLE, (meta[8] or 0) + n))
else
  redis.call('HSET', K_meta, 'claims', claims, 'told', told, 'limited', '0', 'handed', handed)
end
if has_news then
  local claimed_all = ARGV[6] == '1' and n >= wanted
  redis.call('PUBLISH', string.sub(K_meta, 1, -5) .. 'wake',
    ((claimed_all or is_more) and 'H' or 'P') .. claims .. ' ' .. told)
end
return reply
