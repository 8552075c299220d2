-- Acknowledges leases. A job that leaves nothing behind takes the short way.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside
-- arguments: n, then for each lease id and fence
-- reply: now, upkeep, then for each lease 0 lost, 1 acknowledged
-- bounds: 500 jobs
-- include: current, limit
local n = tonumber(ARGV[1])
local ids, reply, gone = {}, { now, -1 }, {}
for i = 1, n do ids[i] = ARGV[2 * i] end
local states = redis.call('HMGET', K_runs, unpack(ids))
local was_full = is_full()
local seen = {}

local function ack(i)
  local id, state = ids[i], states[i]
  if seen[id] or not state or #state < 45 then return 0 end
  local stage, flags, _, fence, _, _, _, _, till = struct.unpack(STATE, state)
  if stage ~= LEASED or fence ~= tonumber(ARGV[2 * i + 1]) or till <= now then return 0 end
  seen[id] = true
  if flags == IS_PLAIN and not conf.retention then
    gone[#gone + 1] = id
  else
    local job = load(id)
    if job then succeed(job) end
  end
  return 1
end

for i = 1, n do reply[i + 2] = ack(i) end
if #gone > 0 then
  redis.call('HDEL', K_jobs, unpack(gone))
  redis.call('HDEL', K_runs, unpack(gone))
  redis.call('ZREM', K_leased, unpack(gone))
  count('acked', #gone)
end
if was_full and not is_full() then
  unlimited()
  may_come_at(next_due(0))
end
finish()
if upkeep_at < NEVER then reply[2] = upkeep_at end
return reply
