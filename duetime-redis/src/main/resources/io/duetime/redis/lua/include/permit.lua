-- The places that the home shard of a queue in several shards grants them. `permits`: shard -> number of
-- the last grant and the places it has at most; a shard that it does not name may run any number.
-- `placed` is the sum.
-- include: shard
local A_SECOND = 1000000

local function read_permit(shard)
  local number, held = string.match(redis.call('HGET', K_permits, shard) or '', '^(%d+) (%d+)$')
  return tonumber(number), tonumber(held)
end

local function write_permit(shard, number, held)
  local _, before = read_permit(shard)
  redis.call('HSET', K_permits, shard, string.format('%.0f %.0f', number, held))
  redis.call('HINCRBY', K_meta, 'placed', held - (before or 0))
end

local function forget_permit(shard)
  local _, before = read_permit(shard)
  if not before then return end
  redis.call('HDEL', K_permits, shard)
  redis.call('HINCRBY', K_meta, 'placed', 0 - before)
end

-- Numbers of grants grow; a shard heeds none up to the last that it has heard of.
local function last_number()
  return tonumber(redis.call('HGET', K_meta, 'granted') or 0)
end

local function next_number()
  local number = math.max(last_number() + 1, now_micros)
  redis.call('HSET', K_meta, 'granted', string.format('%.0f', number))
  return number
end

-- What shards have counts anew once they have called off the grants made so far.
local function forget_permits()
  redis.call('UNLINK', K_permits)
  redis.call('HDEL', K_meta, 'placed')
  redis.call('HSET', K_meta, 'anew', string.format('%.0f', last_number()))
end

-- Whether a grant may still be on its way to its shard.
local function is_young(number)
  return number <= now_micros and now_micros - number < A_SECOND
end

-- Shards of live epochs, how many, and whether one is among them.
local function live_shards(epochs)
  local count, by_epoch = 1, { ['0'] = 1 }
  for epoch, shards in string.gmatch(epochs, '(%d+):(%d+)') do
    if epoch ~= '0' then count, by_epoch[epoch] = count + shards, tonumber(shards) end
  end
  return count, by_epoch
end
