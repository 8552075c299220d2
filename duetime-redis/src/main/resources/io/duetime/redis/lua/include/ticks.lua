-- Ticks of recurring definitions: those that have not begun, and those that are missed. The words in
-- `ticks`: docs/formats/redis.md.
-- include: current
local function place_of(words)
  return tonumber(string.match(words, '^%d+ %d+ %d+ %d+ (%d+)'))
end

-- The earlier of two places, of which 0 is none.
local function first_place(one, other)
  if one == 0 or other == 0 then return one + other end
  return math.min(one, other)
end

-- The words with more missed ticks that had a job, and a place for the next tick.
local function with_missed(words, missed, place)
  local decided, skipped, made, rest = string.match(words, '^(%d+ %d+) (%d+) (%d+) %d+(.*)$')
  return decided .. ' ' .. number_text(skipped + missed) .. ' ' .. number_text(math.max(made - missed, 0))
    .. ' ' .. number_text(place) .. rest
end

-- Drops or holds the job of a tick that has become due if it would overlap one that has begun; answers how
-- many were dropped.
local function judge(id, tick)
  local job = load(id)
  if not job or not job.r.overlap or not is_unbegun(job, tick) then return 0 end
  if not is_blocked(job) then
    if is_held(job) then make_due(job, now) end
  elseif job.r.overlap == WAIT then
    hold(job, now + 1)
  else
    cancelled(job, now)
    return 1
  end
  return 0
end

-- Makes the job of a tick due at the place of an earlier one; answers whether it was not begun.
local function hand_over(id, tick, place)
  local job = place > 0 and load(id)
  if not is_unbegun(job, tick) then return false end
  if place < job.due then
    job.due = place
    save(job)
    may_come_at(place)
  end
  return true
end
