-- Does a bounded part of what must happen by itself in a shard.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside late seen
-- arguments: none
-- reply: now, lost leases settled, expired jobs ended, jobs forgotten, copies still to be made, when
--   there is more to do (NEVER = 2^53 - 1), which change of the settings the shard knows
-- bounds: 200 lost leases, 200 expired jobs, 200 forgotten ones
-- include: forget, expiry, limit, go_on
local function first_due()
  for _, level in ipairs(levels) do
    local found = redis.call('ZRANGEBYSCORE', K_due, from_score(level, 0), below_score(level, now + 1),
      'LIMIT', 0, 1)
    local job = found[1] and load(found[1])
    if job then return job end
    if found[1] and redis.call('ZREM', K_due, found[1]) == 1 then set_aside(found[1]) end
  end
end

local function trim()
  redis.call('ZREMRANGEBYSCORE', K_seen, '-inf', '(' .. string.format('%.0f', now - 60000))
  if redis.call('HLEN', K_late) <= 1440 then return end
  for _, minute in ipairs(redis.call('HKEYS', K_late)) do
    if tonumber(minute) < now - 86400000 then redis.call('HDEL', K_late, minute) end
  end
end

local lost, expired, first = settle_losses(200), 0, first_due()
while first and expired < 200 and expires_at(first) <= now do
  expire(first)
  expired = expired + 1
  first = first_due()
end
local forgotten = forget(200)
trim()
finish()
local copies = redis.call('HLEN', K_copies)
local kept = redis.call('ZRANGE', K_forget, 0, 0, 'WITHSCORES')
local next_at = math.min(next_lease_end(), tonumber(kept[2] or NEVER), first and expires_at(first) or NEVER,
  copies > 0 and now + 1000 or NEVER)
return { now, lost, expired, forgotten, copies, next_at,
  tonumber(redis.call('HGET', K_meta, 'changes') or 0) }
