-- Which ticks have a job that was never begun.
-- keys: meta due runs
-- arguments: n, then id and moment of each tick
-- reply: now
-- each: isUnbegun
-- bounds: 1,000 ticks
-- effect: reads
-- include: shard, state
local reply = { now }
for i = 2, 2 * ARGV[1], 2 do
  local id, tick = ARGV[i], tonumber(ARGV[i + 1])
  local score, state = redis.call('ZSCORE', K_due, id), redis.call('HGET', K_runs, id)
  local never_begun = false
  if score and state then
    local understood, job = pcall(unpack_state, state, {})
    never_begun = understood and is_unbegun(job, tick)
  elseif score then
    never_begun = tonumber(score) == tick
  end
  reply[#reply + 1] = never_begun and 1 or 0
end
return reply
