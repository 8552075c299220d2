-- Looks at jobs by id.
-- keys: meta jobs due runs
-- arguments: n, then the ids
-- reply: now, sealed
-- each: record, state, moment
--   a row for each id; record: empty for an unknown id, and where it is missing; state: or empty
--   moment: when a job without a state is due; -1 for an unknown id
-- bounds: 500 ids; the caller keeps to few where payloads are large
-- effect: reads
-- include: gone
local reply = { now, sealed }
for i = 1, tonumber(ARGV[1]) do
  local id = ARGV[i + 1]
  local state = redis.call('HGET', K_runs, id)
  local gone = is_gone(state)
  local record = not gone and redis.call('HGET', K_jobs, id)
  local score = not gone and redis.call('ZSCORE', K_due, id)
  local is_unknown = gone or not (record or state or score)
  local at = #reply
  reply[at + 1] = record or ''
  reply[at + 2] = not gone and state or ''
  reply[at + 3] = is_unknown and -1 or tonumber(score or 0)
end
return reply
