-- Takes entries of a Redisson delayed queue, and keeps them in a hash until they are forgotten: first
-- those that are due already, then the delayed ones in the order in which they were offered, so that
-- each is at the head of its list. The hash is written first, as a refused write ends the script.
-- keys: the queue's list, the list of delayed entries, the sorted set of their times, the hash
-- arguments: the token of this page, the most entries, the most bytes
-- reply: field, record, field, record, …; a record is the kind, the score, a space and the value:
--   r due already, d delayed, o in the list of delayed entries but without a time
local STEP = 100
local queue, list, times, taken = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, most, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local reply = {}

local function keep(fields, head, value)
  local field, record = string.format('%s-%05d', token, #reply / 2), head .. ' ' .. value
  fields[#fields + 1], fields[#fields + 2] = field, record
  reply[#reply + 1], reply[#reply + 2] = field, record
  room = room - #record
end

local function isFull()
  return #reply == 2 * most or room <= 0
end

local function takeList(key, headOf)
  while not isFull() do
    local found, fields, values = redis.call('LRANGE', key, 0, STEP - 1), {}, {}
    if #found == 0 then return end
    for _, value in ipairs(found) do
      if isFull() then break end
      keep(fields, headOf(value), value)
      values[#values + 1] = value
    end
    redis.call('HSET', taken, unpack(fields))
    redis.call('LTRIM', key, #values, -1)
    if key == list then redis.call('ZREM', times, unpack(values)) end
  end
end

local function takeTimes()
  while not isFull() do
    local found, fields, values = redis.call('ZRANGE', times, 0, STEP - 1, 'WITHSCORES'), {}, {}
    if #found == 0 then return end
    for i = 1, #found, 2 do
      if isFull() then break end
      keep(fields, 'd' .. found[i + 1], found[i])
      values[#values + 1] = found[i]
    end
    redis.call('HSET', taken, unpack(fields))
    redis.call('ZREM', times, unpack(values))
  end
end

takeList(queue, function() return 'r0' end)
takeList(list, function(value)
  local score = redis.call('ZSCORE', times, value)
  return score and 'd' .. score or 'o0'
end)
takeTimes()
return reply
