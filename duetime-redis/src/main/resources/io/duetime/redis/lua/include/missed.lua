-- Withdraws ticks that are missed by what their records tell: the schedule is known to callers only.
-- include: ticks
-- The places to hand over, by the id of the next tick.
local places = {}

local function missed_at(job)
  local at = job.r.missed_at
  return at and at > 0 and is_unbegun(job, job.r.tick) and at or NEVER
end

local function miss(job)
  cancelled(job, now)
  local name = string.match(job.id, '^(.*)@')
  local words = redis.call('HGET', K_ticks, name)
  if not words then return end
  redis.call('HSET', K_ticks, name, with_missed(words, 1, place_of(words)))
  if job.r.next ~= '' then
    places[name .. job.r.next] = { name = name, tick = job.r.missed_at, due = math.min(job.due, now) }
  end
end

-- Drops or holds a waiting job that would overlap one that has begun. A job whose moment is to come is judged
-- again then.
local function keep_back(job, before)
  if job.r.overlap == WAIT or job.first > now then return hold(job, before) end
  cancelled(job, now)
  maintenance_by(now) -- with this tick missed, another one may follow
  local words = redis.call('HGET', K_ticks, name_of(job))
  if words then redis.call('HSET', K_ticks, name_of(job), with_missed(words, 1, place_of(words))) end
end

-- A job with the place that it takes over.
local function in_place(job)
  local place = job and places[job.id]
  if place and is_unbegun(job, place.tick) then job.due = math.min(job.due, place.due) end
  return job
end

-- Hands over the places. A tick without a job gets it from maintenance.
local function hand_over_places()
  for id, place in pairs(places) do
    if redis.call('HEXISTS', K_jobs, id) == 1 then
      hand_over(id, place.tick, place.due)
    else
      local words = redis.call('HGET', K_ticks, place.name)
      redis.call('HSET', K_ticks, place.name, with_missed(words, 0, first_place(place_of(words), place.due)))
      maintenance_by(now)
    end
  end
end
