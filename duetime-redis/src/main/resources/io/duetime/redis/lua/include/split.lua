-- Splits a queue again: publishes a new epoch, which is refused beyond 4 live ones.
-- include: shard
local MOST_EPOCHS = 4

-- Whether the home shard has no job that a new epoch would have to look for.
local function is_home_empty()
  return redis.call('HLEN', K_jobs) == 0 and redis.call('HLEN', K_leaving) == 0
end

-- Answers the live epochs as text, or nil when there are too many. `live` are those so far, `newest`
-- the number of the last of them.
local function split(live, newest, shards)
  if string.find(live, '^0:1,?') and is_home_empty() then
    live = string.gsub(live, '^0:1,?', '')
  end
  local _, commas = string.gsub(live, ',', '')
  if live ~= '' and commas + 2 > MOST_EPOCHS then return nil end
  local epoch = math.max(newest, tonumber(redis.call('HGET', K_meta, 'lastEpoch') or 0)) + 1
  local added = string.format('%d:%d', epoch, shards)
  live = live == '' and added or live .. ',' .. added
  redis.call('HSET', K_meta, 'epochs', live, 'lastEpoch', epoch, 'sealed', epoch)
  redis.call('PUBLISH', string.sub(K_meta, 1, -5) .. 'wake', 'S' .. epoch)
  return live
end
