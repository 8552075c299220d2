-- Detects that a job may be claimable earlier than claimers were told, and tells watchers.
-- include: shard
local told = tonumber(meta[4] or NEVER)
local limited_until = tonumber(meta[5] or 0)
local earlier, limits_changed
local CHANNEL = string.sub(K_meta, 1, -5) .. 'wake'

-- A limit has been lifted or has room again.
local function unlimited()
  limited_until, limits_changed = 0, true
end

local function may_come_at(moment)
  local from = math.max(moment, limited_until)
  if from < told then
    told, earlier = from, from
  end
end

-- A job may be claimable now, in any shard of the queue.
local function come_now()
  told, earlier = math.min(told, now), now
end

-- The changed fields of `meta`, with their values.
local to_write = {}
local function set_meta(field, value)
  to_write[#to_write + 1], to_write[#to_write + 2] = field, value
end

-- Writes counters and notices; the last step of a script before its answer.
local function finish()
  for event, number in pairs(events) do
    redis.call('HINCRBY', K_meta, 'n:' .. event, number)
  end
  if earlier or limits_changed then
    set_meta('told', told)
    set_meta('limited', limited_until)
  end
  if #to_write > 0 then redis.call('HSET', K_meta, unpack(to_write)) end
  if earlier then
    redis.call('PUBLISH', CHANNEL, string.format('E%.0f', earlier))
  end
end
