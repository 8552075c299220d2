-- The first call on behalf of a newer epoch seals a shard of an older one: from then on the shard creates
-- no new id, and an id that it answered as absent stays absent.
-- include: shard
local last_fence = tonumber(meta[7] or 0)
-- Whether new ids are made elsewhere.
local is_closed = false

local function seal(epoch)
  if epoch > sealed then
    sealed = epoch
    redis.call('HSET', K_meta, 'sealed', epoch)
  end
  is_closed = sealed > 0 and epoch ~= -1
end

-- A new id may have been claimed in an older shard before.
local function raise_fence(beyond)
  if beyond > last_fence then
    last_fence = beyond
    redis.call('HSET', K_meta, 'fence', string.format('%.0f', beyond))
  end
end
