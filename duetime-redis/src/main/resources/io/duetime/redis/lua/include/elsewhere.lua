-- A job on its way to the newest epoch has to arrive there before a job is created under its id.
-- include: shard
local function elsewhere(id)
  return redis.call('HEXISTS', K_leaving, id) == 1 and LEAVING or ELSEWHERE, 0
end
