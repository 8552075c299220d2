-- Acknowledges leases. A fast path without functions serves jobs that leave nothing behind.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late permits drawn
-- arguments: n, then n ids, then their leases in the same order as groups of one fence and message:
--   fence, how many, message (kept with a job that is remembered, or empty)
-- reply: now, maintenance
-- each: outcome
--   outcome: IS_LEASE_LOST, ACKED; a row for each lease, for the first of them alone where records are
--   large
-- bounds: 500 jobs, about 4 MiB
-- include: time
-- rarely: ack_all (ack_all)
local known = redis.call('HMGET', K_meta, 'version', 'conf', 'minute')
if known[1] ~= LAYOUT then
  return redis.error_reply(known[1] and 'DTVERSION ' .. known[1] or 'DTABSENT no such shard')
end
if known[2] then
  local settings = cmsgpack.unpack(known[2])
  if settings.retention or settings.maxRunning then return rarely().ack_all() end
end
-- The first end of a minute counts those of the one before.
if tonumber(known[3]) ~= now - now % 60000 then return rarely().ack_all() end

-- The head of a state whose job is leased under a fence and plain: stage, flags, attempt, fence.
local LEASED_STAGE, PLAIN_FLAG = 2, 4
local n = tonumber(ARGV[1])
local states = redis.call('HMGET', K_runs, unpack(ARGV, 2, n + 1))
local reply, live, i, at, fence, head = { now, -1 }, '', 1, n + 2, nil, nil
while i <= n do
  if ARGV[at] ~= fence then
    fence = ARGV[at]
    head = struct.pack('>BBI4I8', LEASED_STAGE, PLAIN_FLAG, 1, fence)
  end
  local last = i + ARGV[at + 1] - 1
  for k = i, last do
    local state = states[k]
    if not state or #state < 45 or string.sub(state, 1, 14) ~= head then return rarely().ack_all() end
    local deadline = string.sub(state, 39, 44)
    if deadline ~= live then
      if struct.unpack('>I6', deadline) <= now then return rarely().ack_all() end
      live = deadline
    end
    reply[k + 2] = ACKED
  end
  i, at = last + 1, at + 3
end

-- The first command that writes needs no memory: the store refuses a script only by its first write.
local gone = redis.call('HDEL', K_runs, unpack(ARGV, 2, n + 1))
if gone < n then
  local seen = {}
  for k = 1, n do
    local id = ARGV[k + 1]
    if seen[id] then reply[k + 2] = IS_LEASE_LOST end
    seen[id] = true
  end
end
redis.call('HDEL', K_jobs, unpack(ARGV, 2, n + 1))
redis.call('ZREM', K_leased, unpack(ARGV, 2, n + 1))
redis.call('HINCRBY', K_meta, 'n:acked', gone)
return reply
