-- Takes the entries with the lowest scores out of a sorted set, and keeps them in a hash until they
-- are forgotten. The hash is written first: a refused write leaves the entries where they are.
-- keys: the sorted set, the hash
-- arguments: the token of this page, the most entries, the most bytes
-- reply: field, record, field, record, …; a record is the score, a space and the member
local STEP = 100
local set, taken = KEYS[1], KEYS[2]
local token, most, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local reply = {}
while #reply < 2 * most and room > 0 do
  local found = redis.call('ZRANGE', set, 0, STEP - 1, 'WITHSCORES')
  if #found == 0 then break end
  local members, fields = {}, {}
  for i = 1, #found, 2 do
    if #reply == 2 * most or room <= 0 then break end
    local field = string.format('%s-%05d', token, #reply / 2)
    local record = found[i + 1] .. ' ' .. found[i]
    members[#members + 1] = found[i]
    fields[#fields + 1], fields[#fields + 2] = field, record
    reply[#reply + 1], reply[#reply + 2] = field, record
    room = room - #record
  end
  redis.call('HSET', taken, unpack(fields))
  redis.call('ZREM', set, unpack(members))
end
return reply
