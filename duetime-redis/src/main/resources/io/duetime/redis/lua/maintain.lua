-- Does a bounded part of the maintenance of a shard.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late hours seen permits drawn ticks
-- arguments: none
-- reply: now, lost, expired, forgotten, deadDropped, copies, nextAt, changes, dead, maxDead
--   lost, expired, forgotten: lost leases settled, expired jobs ended, jobs forgotten
--   deadDropped: dead jobs dropped, dead: those there are, maxDead: how many may be (0: no limit)
--   copies: those still to be made
--   nextAt: when there is more to do (NEVER = 2^53 - 1)
--   changes: which change of the settings the shard knows
-- bounds: 1,000 jobs ordered, about 16 MiB; 200 lost leases, 200 expired jobs, 200 forgotten ones, 200 dead ones,
--   each about 4 MiB
-- include: forget, expiry, limit, go_on, past, missed, ordering
local expired, missed, read, next_expiry = 0, 0, 0, NEVER

-- The id of the first job in the order of claiming, or of the next one that becomes due.
local function first_id()
  local member = position and redis.call('ZRANGE', K_ready, 0, 0)[1]
  if not member then return redis.call('ZRANGE', K_due, 0, 0)[1] end
  local id = string.sub(member, 11)
  local _, due = struct.unpack('>I4I6', member)
  if tonumber(redis.call('ZSCORE', K_due, id) or -1) == due then return id end
  redis.call('ZREM', K_ready, member)
  next_expiry = now
end

-- The first job, due or not. A job that cannot be understood is set aside, and the next one is read.
local function head()
  local id = first_id()
  local job = id and load(id)
  if job or not id then return job end
  if redis.call('ZREM', K_due, id) == 1 then set_aside(id) end
  next_expiry = now
end

-- When a job ends although it has not run.
local function ends_at(job)
  return math.max(job.due, math.min(expires_at(job), missed_at(job)))
end

-- Ends jobs that are due and have expired or are missed ticks, as long as they are the first; a claim
-- handles the others.
local function expire_first()
  local job = head()
  while job and ends_at(job) <= now and expired + missed < 200 and read < BYTES do
    read = read + #job.record
    if expires_at(job) <= now then
      expired = expired + 1
      expire(job)
    else
      missed = missed + 1
      miss(job)
    end
    job = head()
  end
  if job then next_expiry = math.min(next_expiry, ends_at(job)) end
end

-- Removes jobs that no longer wait for the moment at which they are listed as retrying.
local function trim_retrying(max)
  local found = redis.call('ZRANGEBYSCORE', K_forget, RETRYING_FROM, RETRYING_FROM + now, 'WITHSCORES', 'LIMIT', 0, max)
  for i = 1, #found, 2 do
    local due = tonumber(redis.call('ZSCORE', K_due, found[i]) or -1)
    if due ~= found[i + 1] - RETRYING_FROM then redis.call('ZREM', K_forget, found[i]) end
  end
end

local function trim()
  redis.call('ZREMRANGEBYSCORE', K_seen, '-inf', '(' .. string.format('%.0f', now - 60000))
  trim_past()
  trim_retrying(100)
end

local lost = settle_losses(200)
if position then order_due(LEAST_ORDERED) end
expire_first()
hand_over_places()
local forgotten = forget(200)
local dropped = drop_old(200)
dropped = dropped + drop_excess(200 - dropped)
trim()
finish()
local copies = redis.call('HLEN', K_copies)
local next_at = math.min(next_deadline(), next_forget(), next_expiry,
  next_ordering(), next_drop(), copies > 0 and now + 1000 or NEVER)
return { now, lost, expired, forgotten, dropped, copies, next_at,
  tonumber(redis.call('HGET', K_meta, 'changes') or 0), redis.call('ZCARD', K_dead), max_dead() or 0 }
