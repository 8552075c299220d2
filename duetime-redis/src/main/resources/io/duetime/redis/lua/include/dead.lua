-- Drops and counts dead jobs that the settings no longer keep, oldest first. In a queue of several shards
-- each shard keeps its share of `maxDead`, at least one job.
-- include: save, bytes
local dropped_bytes = 0
-- Jobs that died up to this moment are not kept.
local dead_until = conf.deadRetention and now - conf.deadRetention or -1

local function is_forgotten(job)
  if job.stage == DEAD then return job.since <= dead_until end
  return job.stage >= DONE and job.deadline <= now
end

local function forget_job(job)
  if job.stage == DEAD then count('deadDropped') end
  delete(job)
end

-- Drops jobs, fewer where their records are large, and tells how many.
local function drop(ids)
  for i, id in ipairs(ids) do
    if dropped_bytes >= BYTES then return i - 1 end
    local job = load(id)
    if job and job.stage == DEAD then
      forget_job(job)
    elseif redis.call('ZREM', K_dead, id) == 1 and not job then
      set_aside(id)
    end
    dropped_bytes = dropped_bytes + (job and #job.record or 0)
  end
  return #ids
end

local function max_dead()
  local share = tonumber(redis.call('HGET', K_meta, 'share') or 1)
  return conf.maxDead and math.max(1, math.floor(conf.maxDead / share))
end

local function excess()
  return conf.maxDead and math.max(0, redis.call('ZCARD', K_dead) - max_dead()) or 0
end

-- Drops up to `max` jobs beyond the limit of dead jobs; maintenance drops the rest.
local function drop_excess(max)
  local most = math.min(max, excess())
  local dropped = most > 0 and drop(redis.call('ZRANGE', K_dead, 0, most - 1)) or 0
  if dropped > 0 and excess() > 0 then maintenance_by(0) end
  return dropped
end

-- Called after a death. From nine tenths of the limit on, maintenance warns.
local function bound_dead()
  if not conf.maxDead then return end
  if redis.call('ZCARD', K_dead) == math.ceil(0.9 * max_dead()) then maintenance_by(0) end
  drop_excess(100)
end

local function drop_old(max)
  if dead_until < 0 then return 0 end
  return drop(redis.call('ZRANGEBYSCORE', K_dead, '-inf', dead_until, 'LIMIT', 0, max))
end

-- When there is a job to drop next, or NEVER.
local function next_drop()
  if excess() > 0 then return now end
  local first = conf.deadRetention and redis.call('ZRANGE', K_dead, 0, 0, 'WITHSCORES') or {}
  return first[2] and first[2] + conf.deadRetention or NEVER
end
