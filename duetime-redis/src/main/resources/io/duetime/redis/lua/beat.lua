-- When there may be something to claim, for somebody who waits and may have missed a message.
-- keys: meta due leased
-- arguments: none
-- reply: now, when to come back (NEVER = 2^53 - 1), how often the settings have changed
-- bounds: 16 levels
-- effect: reads
-- include: limit, level
open_bucket()
local first = math.min(next_due(0), next_lease_end())
if first < NEVER then first = math.max(first, next_permit_at()) end
return { now, first, tonumber(redis.call('HGET', K_meta, 'changes') or 0) }
