-- Grants permits of the limits that the shards of a queue share to one of them; the home shard's duty.
-- Places are the shard's until they are recalled, tokens are for one claim soon.
-- keys: meta permits drawn
-- arguments: shard, for how many jobs (0: only asks for the next token), for how many of them it has
--   places, n, then what n shards tell, that one first: shard, last grant heard of, places it has at
--   most, how often the settings had been changed as far as it knows
-- reply: now, how often the settings have been changed, number of the grant (0: no more places than
--   before), places of the shard, tokens, number under which they were drawn, until when they last,
--   when there is a token; then, where no place is left, shards that may have some to spare: shard,
--   number of its last grant, 1 if that may be called off
-- bounds: 4097 shards
-- include: wake, bucket, permit, draw, go_on
local TOKENS_LAST = 2000
local shard, wanted, spare = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local changes = redis.call('HGET', K_meta, 'changes') or '0'
local anew = tonumber(redis.call('HGET', K_meta, 'anew') or 0)
local live, by_epoch = live_shards(redis.call('HGET', K_meta, 'epochs') or '')

-- What a shard told before its last grant, or under other settings, says nothing.
local function hear(from, number, held, changes_known)
  local epoch, index = string.match(from, '^(%d+)%.(%d+)$')
  local last = read_permit(from)
  if tonumber(index) >= (by_epoch[epoch] or 0) or number < (last or anew)
    or not last and changes_known ~= changes then
    return
  end
  write_permit(from, number, held)
  if number > last_number() then
    redis.call('HSET', K_meta, 'granted', string.format('%.0f', number))
  end
end

local function free_places()
  if redis.call('HLEN', K_permits) < live then return 0 end
  return math.max(0, conf.maxRunning - tonumber(redis.call('HGET', K_meta, 'placed') or 0))
end

local function draw(tokens)
  local number, valid_until = next_number(), now + TOKENS_LAST
  redis.call('ZADD', K_drawn, valid_until, string.format('%.0f %d', number, tokens))
  take_tokens(tokens)
  return number, valid_until
end

-- Adds the shards that may have places to spare, but for the one that asks, unless a grant to it is
-- on its way.
local function add_holders(reply)
  local told = tonumber(ARGV[6])
  for epoch, shards in pairs(by_epoch) do
    for i = 0, shards - 1 do
      local name = string.format('%s.%d', epoch, i)
      local number, held = read_permit(name)
      if not number or held > 0 and (name ~= shard or number > told) then
        reply[#reply + 1] = name
        reply[#reply + 1] = number or last_number()
        reply[#reply + 1] = number and is_young(number) and 0 or 1
      end
    end
  end
end

if conf.maxRunning then
  for i = 5, 4 * ARGV[4] + 4, 4 do
    hear(ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), ARGV[i + 3])
  end
end
open_bucket(drawn_tokens())
forget_draws(TOKENS_LAST)
local most = bucket and math.min(wanted, math.max(bucket.tokens, 0)) or wanted
local needed = conf.maxRunning and math.max(most - spare, 0) or 0
local added = needed > 0 and math.min(needed, free_places()) or 0
local granted = most - needed + added
local reply = { now, tonumber(changes), 0, 0, 0, 0, 0, 0 }
if added > 0 then
  local _, held = read_permit(shard)
  reply[3], reply[4] = next_number(), (held or 0) + added
  write_permit(shard, reply[3], reply[4])
end
if bucket and granted > 0 then
  reply[5] = granted
  reply[6], reply[7] = draw(granted)
end
reply[8] = next_token_at()
if most > 0 and granted == 0 then add_holders(reply) end
return reply
