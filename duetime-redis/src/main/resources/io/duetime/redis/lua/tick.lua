-- Makes a tick and its job for the first caller only: definition and ticks of the caller must be the stored
-- ones. Earlier ticks that have not begun are missed.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late recurring ticks
-- arguments: name, definition seen, ticks seen, ticks to store, this tick, id (empty to leave it out),
--   record, id and moment of the tick that has become due last, 1 if it takes over the place of an earlier
--   one (otherwise 0), n, then n ids and moments of earlier ticks
-- reply: now, made, ticks
--   made: 1 if the tick got a job, 0 if it got none, 2 if it waits for room in the queue, -1 if another
--   caller was first; ticks: those that are stored now
-- bounds: one job, 101 earlier ones
-- include: intake, ticks
local name, seen, words, tick, id = ARGV[1], ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
if redis.call('HGET', K_recurring, name) ~= ARGV[2] or redis.call('HGET', K_ticks, name) ~= seen then
  return { now, -1, '' }
end

local takes_over, missed, place = ARGV[10] == '1', 0, place_of(seen)
for i = 12, 10 + 2 * ARGV[11], 2 do
  local job = current(ARGV[i])
  if is_unbegun(job, tonumber(ARGV[i + 1])) then
    missed, place = missed + 1, takes_over and first_place(place, math.min(job.due, now)) or 0
    cancelled(job, now)
  end
end

-- A tick ahead of its time that has no room is missed only if it has none at its moment.
local made = 0
if id ~= '' and tick > now and no_room() then
  made, words = 2, seen
elseif id ~= '' then
  made = schedule_one(id, ARGV[7], tick, true) == CREATED and 1 or 0
  missed = missed + 1 - made
end
local is_over = takes_over and hand_over(ARGV[8], tonumber(ARGV[9]), place)
missed = missed + judge(ARGV[8], tonumber(ARGV[9]))
words = with_missed(words, missed, made == 2 and not is_over and place or 0)
redis.call('HSET', K_ticks, name, words)
finish()
return { now, made, words }
