-- The order of claiming for jobs that wait for the first time. Part of `schedule`, not a function.
-- Either all jobs have the priority `only`, or the order has a position. See order.lua.
local only, position, is_caught_up, ordered, ready, maintenance = USUAL_PRIORITY, nil, false, 0, nil, NEVER
if meta[3] and #meta[3] == 4 then
  only = struct.unpack('>I4', meta[3])
elseif meta[3] then
  position = struct.unpack('>I6', meta[3])
  ready = {}
  if #meta[3] > 6 and position > now or redis.call('ZCARD', K_due) == 0 then return {} end
end
