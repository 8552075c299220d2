-- Gives permits to claims from other shards, for limits that the shards of a queue share. Runs on the home
-- shard. A permit and its token have the same number.
-- keys: meta due leased permits drawn
-- arguments: for how many jobs (0: only asks when there is a token), lease (ms), 1 to count jobs that no
--   limit stops
-- reply: now, count, first, tokenAt, comeBackAt
--   count: for how many jobs
--   first: the number of the first permit, the others following it (0: no permit is needed)
--   tokenAt: when there is a token; comeBackAt: when to come back for more
-- bounds: 500 jobs
-- include: limit, go_on
local wanted, lapse_at = math.min(tonumber(ARGV[1]), 500), now + USABLE + tonumber(ARGV[2])
local is_counted_only = ARGV[3] == '1'
local first = 0

-- Numbers grow; they are unique among all permits of the queue.
local function next_numbers(n)
  local last = tonumber(redis.call('HGET', K_meta, 'granted') or 0)
  local number = math.max(last + 1, now_micros)
  redis.call('HSET', K_meta, 'granted', number_text(number + n - 1))
  return number
end

local function members(n, score)
  local list = {}
  for i = 1, n do list[2 * i - 1], list[2 * i] = score, number_text(first + i - 1) end
  return list
end

redis.call('ZREMRANGEBYSCORE', K_permits, '-inf', now)
if conf.permits then
  open_bucket()
  forget_draws(USABLE)
end
local n = is_counted_only and wanted or allowed(wanted)
if n > 0 and (conf.maxRunning or conf.permits) then
  first = next_numbers(n)
  if conf.maxRunning then redis.call('ZADD', K_permits, unpack(members(n, lapse_at))) end
  take_tokens(n)
  if conf.permits and not is_counted_only then
    redis.call('ZADD', K_drawn, unpack(members(n, now + USABLE)))
  end
end
if n < wanted then redis.call('HSET', K_meta, 'refused', now) end
return { now, n, first, next_token_at(), n < wanted and next_permit_at(next_deadline(after_now())) or now }
