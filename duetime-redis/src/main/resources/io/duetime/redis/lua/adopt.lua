-- Adopts jobs that have ended in an older epoch, each once even if the call is repeated: the shard
-- remembers for a minute which jobs have arrived, and refuses jobs that were sent longer ago. A new job
-- under the same id replaces the ended one.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late adopted
-- arguments: when they were sent (by this shard's clock), n, then for each job id, record, state
--   (empty: it was set aside)
-- reply: now, maintenance, arrived
--   arrived: 1 if they have come, 0 if they were sent too long ago or this shard is sealed by now
-- bounds: 100 jobs
-- include: wake, dead, seal, go_on
local KNOWN_FOR = 60000
local sent = tonumber(ARGV[1])
if sealed > 0 or math.abs(now - sent) > KNOWN_FOR / 2 then return { now, -1, 0 } end

local function adopt_ended(id, record, state)
  local job = unpack_state(state, { id = id, record = record, r = parse(record) })
  local name = string.format('%.0f@%.0f@', job.fence, job.since) .. id
  if redis.call('ZADD', K_adopted, 'NX', now, name) == 0 then return end
  raise_fence(job.fence)
  if is_forgotten(job) then
    if job.stage == DEAD then count('deadDropped') end
    return
  end
  if redis.call('HEXISTS', K_jobs, id) == 0 then save(job) end
end

local function adopt(id, record, state)
  if state == '' then
    redis.call('HSETNX', K_aside, id, record)
  else
    adopt_ended(id, record, state)
  end
end

redis.call('ZREMRANGEBYSCORE', K_adopted, '-inf', string.format('(%.0f', now - KNOWN_FOR))
for i = 3, 3 * ARGV[2] + 2, 3 do adopt(ARGV[i], ARGV[i + 1], ARGV[i + 2]) end
redis.call('PEXPIRE', K_adopted, 2 * KNOWN_FOR)
drop_excess(100)
finish()
return { now, maintenance_at < NEVER and maintenance_at or -1, 1 }
