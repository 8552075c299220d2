-- Takes back tokens that were not used, in the home shard; those drawn for a claim are settled so.
-- keys: meta drawn
-- arguments: number under which they were drawn and how many they were (0 and 0 for none drawn), how
--   many come back (less than 0: so many were used beyond)
-- reply: now, 1 if they were taken back
-- bounds: one draw
-- include: wake, bucket, draw, go_on
local number, drawn, back = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
open_bucket(drawn_tokens())
local is_known = drawn == 0 or redis.call('ZREM', K_drawn, string.format('%.0f %d', number, drawn)) == 1
if not bucket or not is_known then return { now, 0 } end
bucket.most = bucket.most + drawn
take_tokens(-back)
if back > 0 then
  unlimited()
  come_now()
end
finish()
return { now, 1 }
