-- Stores or removes a recurring definition and its ticks, and withdraws jobs of ticks that were never begun,
-- if all of them are still as the caller has seen them.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late recurring ticks
-- arguments: name, definition and ticks seen (empty for none), definition and ticks to store (empty to
--   forget them), its owner (or empty), n, then id and moment of each tick to withdraw
-- reply: now, done
--   done: 1 if it was done, 0 if anything has changed meanwhile
-- bounds: one definition, 500 jobs
-- include: ticks
local name, put, n = ARGV[1], ARGV[4] ~= '', tonumber(ARGV[7])
if (redis.call('HGET', K_recurring, name) or '') ~= ARGV[2]
  or (redis.call('HGET', K_ticks, name) or '') ~= ARGV[3] then
  return { now, 0 }
end
local withdrawn = {}
for i = 1, n do
  withdrawn[i] = load(ARGV[6 + 2 * i])
  if not is_unbegun(withdrawn[i], tonumber(ARGV[7 + 2 * i])) then return { now, 0 } end
end
-- A definition that takes no more room than before is stored even if memory has run out (go_on).
if #ARGV[4] <= #ARGV[2] then redis.call('HDEL', K_meta, '') end
if put then
  redis.call('HSET', K_recurring, name, ARGV[4])
  redis.call('HSET', K_ticks, name, ARGV[5])
else
  redis.call('HDEL', K_recurring, name)
  redis.call('HDEL', K_ticks, name)
end
-- Under a name that no definition has, as earlier libraries take every field of `recurring` for one.
if ARGV[6] ~= '' then
  redis.call('HSET', K_ticks, '\0' .. name, ARGV[6])
else
  redis.call('HDEL', K_ticks, '\0' .. name)
end
for _, job in ipairs(withdrawn) do cancelled(job, now) end
finish()
return { now, 1 }
