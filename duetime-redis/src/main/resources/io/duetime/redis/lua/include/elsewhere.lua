-- What is on its way to the newest epoch has to arrive there before anything is made under its id.
-- include: shard
local function elsewhere(id)
  return redis.call('HEXISTS', K_leaving, id) == 1 and LEAVING or ELSEWHERE, 0
end
