-- Returns permits and tokens to the home shard; safe to repeat for permits.
-- keys: meta due leased permits drawn
-- arguments: number of the first permit of a claim, how many it used, how many it did not, tokens of
--   released jobs, n, then numbers of n permits
-- reply: now
-- bounds: 1000 permits
-- include: limit, go_on
local first, used, unused, tokens = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local was_full = is_full()
local permits = { unpack(ARGV, 6, 5 + ARGV[5]) }
for i = 0, unused - 1 do permits[#permits + 1] = number_text(first + used + i) end
if #permits > 0 then redis.call('ZREM', K_permits, unpack(permits)) end

-- Removes numbers from `drawn`, and answers how many of them were in it.
local function take_draws(from, n)
  if n == 0 then return 0 end
  local numbers = {}
  for i = 1, n do numbers[i] = number_text(from + i - 1) end
  return redis.call('ZREM', K_drawn, unpack(numbers))
end

if conf.permits then
  open_bucket()
  forget_draws(USABLE)
  local known = take_draws(first, used)
  local back = take_draws(first + used, unused)
  bucket.most = bucket.most + known + back
  back = back + tokens
  take_tokens(-back)
  if back > 0 then
    unlimited()
    come_now()
  end
end
room_again(was_full)
finish()
return { now }
