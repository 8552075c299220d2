-- Running jobs by the end of their lease, without their records.
-- keys: meta runs leased
-- arguments: rank of the first, how many
-- reply: now
-- each: id, due, since, deadline, consumer
--   due, since, deadline: due time, begin and end of the lease; 0 for all where the state cannot be understood
-- bounds: 1000 jobs
-- effect: reads
-- include: shard, state
local ids = redis.call('ZRANGE', K_leased, ARGV[1], ARGV[1] + ARGV[2] - 1)
if #ids == 0 then return { now } end
local states = redis.call('HMGET', K_runs, unpack(ids))
local reply = { now }
for i, id in ipairs(ids) do
  local understood, job = pcall(unpack_state, states[i], {})
  if not understood then job = { due = 0, since = 0, deadline = 0, consumer = '' } end
  local at = #reply
  reply[at + 1], reply[at + 2], reply[at + 3] = id, job.due, job.since
  reply[at + 4], reply[at + 5] = job.deadline, job.consumer
end
return reply
