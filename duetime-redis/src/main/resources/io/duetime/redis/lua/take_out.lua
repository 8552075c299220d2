-- Takes dead jobs out of a sealed shard, to be carried to the newest epoch: they are kept aside until
-- they have arrived there. As long as some are on their way no more are taken out.
-- keys: meta jobs due runs leased dead done cancelled forget tags copies aside leaving
-- arguments: rank of the first dead job to look at
-- reply: now, rank behind the last that was looked at (-1: there are no more), then for each job on its
--   way id, record, state
-- bounds: 100 jobs, about 4 MiB
-- include: wake, save, go_on
local MOST, BYTES = 100, 4194304
local first = tonumber(ARGV[1])
local behind = first

local function is_tick(id)
  return string.find(id, '@[%-%+0-9:T%.]+Z$')
end

-- Answers how many bytes it took out; nil where the job stays.
local function take_out(id)
  if is_tick(id) then return nil end
  local job = load(id)
  if not job then return 0 end
  if job.stage ~= DEAD then return nil end
  redis.call('HSET', K_leaving, id, cmsgpack.pack({ job.record, pack_state(job) }))
  delete(job)
  return #job.record
end

if sealed == 0 then
  behind = -1
elseif redis.call('HLEN', K_leaving) == 0 then
  local read, found = 0, redis.call('ZRANGE', K_dead, first, first + MOST - 1)
  for _, id in ipairs(found) do
    if read >= BYTES then break end
    local bytes = take_out(id)
    read = read + (bytes or 0)
    behind = behind + (bytes and 0 or 1)
  end
  if #found < MOST and read < BYTES then behind = -1 end
end
local reply, leaving = { now, behind }, redis.call('HGETALL', K_leaving)
for i = 1, #leaving, 2 do
  local packed, at = cmsgpack.unpack(leaving[i + 1]), #reply
  reply[at + 1], reply[at + 2], reply[at + 3] = leaving[i], packed[1], packed[2]
end
finish()
return reply
