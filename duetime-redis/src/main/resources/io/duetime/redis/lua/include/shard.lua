-- What a shard knows apart from its jobs. A shard without a version was never opened, or is gone.
-- include: time, whole
local meta = redis.call('HMGET', K_meta, 'version', 'conf', 'order', 'told', 'limited', 'sealed',
  'fence', 'claims', 'handed', 'minute')
if meta[1] ~= LAYOUT then
  return redis.error_reply(meta[1] and 'DTVERSION ' .. meta[1] or 'DTABSENT no such shard')
end
local conf = meta[2] and cmsgpack.unpack(meta[2]) or {}

-- The epoch from which on new ids are made elsewhere; 0 where this shard still makes them.
local sealed = tonumber(meta[6] or 0)

local events = {}
local function count(event, number)
  events[event] = (events[event] or 0) + (number or 1)
end

local function number_text(number)
  return string.format(WHOLE, number)
end

-- When maintenance is due at the latest because of this call.
local maintenance_at = NEVER
local function maintenance_by(moment)
  if moment < maintenance_at then maintenance_at = moment end
end
