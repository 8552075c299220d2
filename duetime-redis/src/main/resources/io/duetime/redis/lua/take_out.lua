-- Takes ended jobs out of a sealed shard, to be carried to the newest epoch, and keeps them apart until
-- they have arrived. Takes out no more jobs while some are on their way.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late leaving
-- arguments: group (D dead, R remembered, A set aside), rank of the first job of it to look at
-- reply: now, behind
-- each: id, record, state
--   behind: rank behind the last that was looked at (-1: there are no more)
--   a row for each job on its way; state: empty where it was set aside
-- bounds: 100 jobs, about 4 MiB
-- include: wake, dead, bytes, leaving, go_on
local MOST = 100
local group, first = ARGV[1], tonumber(ARGV[2])
local is_dead, is_aside = group == 'D', group == 'A'
local behind = first

local function is_tick(id)
  return string.find(id, '@[%-%+0-9:T%.]+Z$')
end

local function send(id, record, state)
  redis.call('HSET', K_leaving, id, cmsgpack.pack({ record, state }))
  return #record
end

-- Answers how many bytes it took out; nil if the job stays. A job whose retention is over is removed.
local function take_ended(id)
  if is_tick(id) then return nil end
  local job = load(id)
  if not job then
    if redis.call('ZREM', is_dead and K_dead or K_forget, id) == 1 then set_aside(id) end
    return 0
  end
  if job.stage < DEAD then return nil end
  if is_forgotten(job) then
    forget_job(job)
  else
    send(id, job.record, pack_state(job))
    delete(job)
  end
  return #job.record
end

local function take_aside(id)
  local bytes = send(id, redis.call('HGET', K_aside, id), '')
  redis.call('HDEL', K_aside, id)
  return bytes
end

local function found()
  if is_aside then return redis.call('HRANDFIELD', K_aside, MOST) end
  local key = is_dead and K_dead or K_forget
  return redis.call('ZRANGEBYSCORE', key, '-inf', '(' .. number_text(RETRYING_FROM), 'LIMIT', first, MOST)
end

if sealed == 0 then
  behind = -1
elseif redis.call('HLEN', K_leaving) == 0 then
  local read, ids = 0, found()
  for _, id in ipairs(ids) do
    if read >= BYTES then break end
    local bytes = is_aside and take_aside(id) or take_ended(id)
    read = read + (bytes or 0)
    behind = behind + (bytes and 0 or 1)
  end
  if #ids < MOST and read < BYTES then behind = -1 end
end
finish()
return add_leaving({ now, behind })
