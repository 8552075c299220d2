-- Which ticks have a job that was never begun.
-- keys: meta due runs
-- arguments: n, then id and moment of each tick
-- reply: now
-- each: isUnbegun
-- bounds: 1,000 ticks
-- effect: reads
-- include: level, state
local reply = { now }
for i = 2, 2 * ARGV[1], 2 do
  local id, tick = ARGV[i], tonumber(ARGV[i + 1])
  local score, state = redis.call('ZSCORE', K_due, id), redis.call('HGET', K_runs, id)
  local is_unbegun = score and true or false
  if score and state then
    local understood, job = pcall(unpack_state, state, {})
    is_unbegun = understood and job.stage == WAITING and job.attempt == 0 and not job.more.h
      and job.first == tick and job.due <= tick
  elseif score then
    local _, due = slot_and_due(tonumber(score))
    is_unbegun = due == tick
  end
  reply[#reply + 1] = is_unbegun and 1 or 0
end
return reply
