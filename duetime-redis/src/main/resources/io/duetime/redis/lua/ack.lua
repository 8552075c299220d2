-- Acknowledges leases. A job that leaves nothing behind takes the short way.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside permits drawn
-- arguments: n, then the leases, those of one fence that stand together as fence, their number, ids
-- reply: now, upkeep, then for each lease 0 lost, 1 acknowledged; for the first of them alone where
--   records are large
-- bounds: 500 jobs, about 4 MiB
-- include: wake, bytes, go_on
-- rarely: current, limit (load, succeed, is_full, room_again)
local n = tonumber(ARGV[1])
local ids, fences, reply, gone = {}, {}, { now, -1 }, {}
local at = 2
while #ids < n do
  local fence, till = tonumber(ARGV[at]), at + 1 + ARGV[at + 1]
  for i = at + 2, till do
    ids[#ids + 1], fences[#ids + 1] = ARGV[i], fence
  end
  at = till + 1
end
local states = redis.call('HMGET', K_runs, unpack(ids))
local was_full = conf.maxRunning and rarely().is_full()
local keeps = conf.retention
local seen, plain_heads, lives, read = {}, {}, {}, 0

-- How the state of a plain job begins that is leased under a fence.
local function plain_head(fence)
  local head = struct.pack('>BBI4I8', LEASED, IS_PLAIN, 1, fence)
  plain_heads[fence] = head
  return head
end

-- Whether a lease has not ended, by the bytes of its end.
local function is_live(till)
  lives[till] = struct.unpack('>I6', till) > now
  return lives[till]
end

local function ack(i)
  local id, state, fence = ids[i], states[i], fences[i]
  if seen[id] or not state or #state < 45 then return 0 end
  local till = string.sub(state, 39, 44)
  local live = lives[till]
  if live == nil then live = is_live(till) end
  if not live then return 0 end
  if string.sub(state, 1, 14) == (plain_heads[fence] or plain_head(fence)) and not keeps then
    gone[#gone + 1] = id
  else
    local stage, _, _, held = struct.unpack(STATE, state)
    if stage ~= LEASED or held ~= fence then return 0 end
    local job = rarely().load(id)
    if job then
      read = read + #job.record
      rarely().succeed(job)
    end
  end
  seen[id] = true
  return 1
end

for i = 1, n do
  if read >= BYTES then break end
  reply[i + 2] = ack(i)
end
if #gone > 0 then
  redis.call('HDEL', K_jobs, unpack(gone))
  redis.call('HDEL', K_runs, unpack(gone))
  redis.call('ZREM', K_leased, unpack(gone))
  count('acked', #gone)
end
if was_full then rarely().room_again(true) end
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
