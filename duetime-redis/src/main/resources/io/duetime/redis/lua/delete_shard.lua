-- Deletes a shard and all its jobs. Its last fence, the last numbers of its epochs and permits, and its
-- incarnation are kept for a day; after that the clock has passed them. A shard whose name is never used
-- again is marked as dropped.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late hours seen watchers recurring ticks permits drawn leaving adopted numbers
-- arguments: 1 if the name is never used again, otherwise 0; 1 to delete it only if nothing but counts and
--   the past would be lost, 2 to tell only whether that is so, 0 to delete it in any case
-- reply: wasOpen, epochs, dropping
--   wasOpen: 1 if it was open; -1 if it is used, so that it was not deleted
--   epochs, dropping: what it knew of its queue's shards as text: live epochs, the epoch being dropped; or
--   empty
-- bounds: 24 keys, freed in the background
local kept = redis.call('HMGET', K_meta, 'fence', 'version', 'lastEpoch', 'granted', 'epochs', 'dropping',
  'born', 'changes')
local function is_unused()
  if not kept[2] then return true end
  if kept[2] ~= LAYOUT or tonumber(kept[8] or 0) > 0 then return false end
  return redis.call('HLEN', K_jobs) + redis.call('HLEN', K_leaving) + redis.call('HLEN', K_aside)
    + redis.call('HLEN', K_copies) + redis.call('HLEN', K_recurring) == 0
end

if ARGV[2] ~= '0' then
  if not is_unused() then return { -1, '', '' } end
  if ARGV[2] == '2' then return { kept[2] and 1 or 0, '', '' } end
end
redis.call('UNLINK', K_meta, K_jobs, K_due, K_ready, K_runs, K_leased, K_dead, K_done, K_cancelled, K_forget,
  K_tags, K_copies, K_aside, K_late, K_hours, K_seen, K_watchers, K_recurring, K_ticks, K_permits,
  K_drawn, K_leaving, K_adopted, K_numbers)
if kept[1] then redis.call('HSET', K_meta, 'fence', kept[1]) end
if kept[3] then redis.call('HSET', K_meta, 'lastEpoch', kept[3]) end
if kept[4] then redis.call('HSET', K_meta, 'granted', kept[4]) end
if kept[7] then redis.call('HSET', K_meta, 'born', kept[7]) end
if ARGV[1] == '1' then redis.call('HSET', K_meta, 'dropped', 1) end
redis.call('PEXPIRE', K_meta, 86400000)
return { kept[2] and 1 or 0, kept[5] or '', kept[6] or '' }
