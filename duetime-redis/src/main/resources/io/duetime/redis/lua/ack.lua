-- Acknowledges leases of jobs that leave nothing behind.
-- keys: meta jobs runs leased
-- arguments: n, then n ids, then their leases in the same order as groups of one fence and message:
--   fence, how many, message (kept with a job that is remembered, or empty)
-- reply: now, maintenance
-- each: outcome
--   outcome: IS_LEASE_LOST, ACKED; a row for each lease
-- bounds: 500 jobs, about 4 MiB
-- otherwise: ack_all
-- include: time, layout
local known = redis.call('HMGET', K_meta, 'version', 'conf', 'minute')
if known[1] ~= LAYOUT then
  return redis.error_reply(known[1] and 'DTVERSION ' .. known[1] or 'DTABSENT no such shard')
end
if known[2] then
  local settings = cmsgpack.unpack(known[2])
  if settings.retention or settings.maxRunning then return {} end
end
-- The first end of a minute counts those of the one before.
if not known[3] or known[3] + 0 ~= now - now % 60000 then return {} end

local args, sub = ARGV, string.sub
local n = args[1] + 0
local states = redis.call('HMGET', K_runs, unpack(args, 2, n + 1))
local reply, i, at = { now, -1 }, 1, n + 2
while i <= n do
  -- The states of one claim have one head, and one deadline as long as they have that.
  local head, last = struct.pack(PLAIN_HEAD, LEASED, IS_PLAIN, 1, args[at]), i + args[at + 1] - 1
  local first = states[i]
  if not first or #first < STATE_BYTES or struct.unpack('>I6', first, 39) <= now then return {} end
  for k = i, last do
    local state = states[k]
    if not state or #state < STATE_BYTES or sub(state, 1, HEAD_BYTES) ~= head then return {} end
    reply[k + 2] = ACKED
  end
  i, at = last + 1, at + 3
end

-- The first command that writes needs no memory: the store refuses a script only by its first write.
local gone = redis.call('HDEL', K_runs, unpack(args, 2, n + 1))
if gone < n then
  local seen = {}
  for k = 1, n do
    local id = args[k + 1]
    if seen[id] then reply[k + 2] = IS_LEASE_LOST end
    seen[id] = true
  end
end
redis.call('HDEL', K_jobs, unpack(args, 2, n + 1))
redis.call('ZREM', K_leased, unpack(args, 2, n + 1))
redis.call('HINCRBY', K_meta, 'n:acked', gone < n and gone or args[1])
return reply
