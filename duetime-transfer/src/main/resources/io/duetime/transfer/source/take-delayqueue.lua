-- Takes messages of a queue of hdt3213/delayqueue, and keeps them in a hash until they are forgotten:
-- those that are due, those that wait for a retry, those whose consumer has let its time pass, and then
-- those that are pending. The hash is written first, as a refused write ends the script.
-- keys: pending, ready, retry, unack, retry:cnt, the hash; and the messages, by the prefix of their keys
-- arguments: the token of this page, the most messages, the most bytes, the prefix
-- reply: field, record, field, record, …; a record is the due time in seconds (0 for now), a space, the
--   number of retries that are left or -, a space, the id, a space, and m with the payload, or x for a
--   message that has expired
local STEP = 100
local pending, ready, retry, unack, counts, taken =
  KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local token, most, room, prefix = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local reply = {}

local function isFull()
  return #reply == 2 * most or room <= 0
end

-- Keeps messages, and returns the ids of those that there was room for.
local function keep(ids, scoreOf, used)
  local fields, kept, messages = {}, {}, {}
  for i, id in ipairs(ids) do
    if isFull() then break end
    local field = string.format('%s-%05d', token, #reply / 2)
    local payload = redis.call('GET', prefix .. id)
    local left = redis.call('HGET', counts, id)
    left = left and string.format('%d', math.max(0, tonumber(left) - used)) or '-'
    local record = scoreOf(i) .. ' ' .. left .. ' ' .. id .. ' ' .. (payload and 'm' .. payload or 'x')
    fields[#fields + 1], fields[#fields + 2] = field, record
    reply[#reply + 1], reply[#reply + 2] = field, record
    kept[#kept + 1], messages[#messages + 1] = id, prefix .. id
    room = room - #record
  end
  redis.call('HSET', taken, unpack(fields))
  redis.call('UNLINK', unpack(messages))
  redis.call('HDEL', counts, unpack(kept))
  return kept
end

local function now()
  return '0'
end

-- The oldest message is at the end.
local function takeList(key)
  while not isFull() do
    local found, ids = redis.call('LRANGE', key, -STEP, -1), {}
    if #found == 0 then return end
    for i = #found, 1, -1 do ids[#ids + 1] = found[i] end
    redis.call('LTRIM', key, 0, -1 - #keep(ids, now, 0))
  end
end

-- A consumer that is late has used up a retry. Messages without one are left to be thrown away.
local function takeLate()
  local skipped = 0
  local moment = redis.call('TIME')[1]
  while not isFull() do
    local found = redis.call('ZRANGEBYSCORE', unack, '-inf', moment, 'LIMIT', skipped, STEP)
    if #found == 0 then return end
    local ids, left = {}, redis.call('HMGET', counts, unpack(found))
    for i, id in ipairs(found) do
      if left[i] and tonumber(left[i]) > 0 then ids[#ids + 1] = id end
    end
    skipped = skipped + #found - #ids
    if #ids > 0 then redis.call('ZREM', unack, unpack(keep(ids, now, 1))) end
  end
end

local function takePending()
  while not isFull() do
    local found, ids = redis.call('ZRANGE', pending, 0, STEP - 1, 'WITHSCORES'), {}
    if #found == 0 then return end
    for i = 1, #found, 2 do ids[#ids + 1] = found[i] end
    redis.call('ZREM', pending, unpack(keep(ids, function(i) return found[2 * i] end, 0)))
  end
end

takeList(ready)
takeList(retry)
takeLate()
takePending()
return reply
