-- Looks at jobs by id.
-- keys: meta jobs due runs
-- arguments: n, then the ids
-- reply: now, sealed
-- each: record, state, moment
--   a row for each id; record: empty for an unknown id; state: or empty
-- bounds: 500 ids; the caller keeps to few where payloads are large
-- effect: reads
-- include: level, gone
local reply = { now, sealed }
for i = 1, tonumber(ARGV[1]) do
  local id = ARGV[i + 1]
  local state = redis.call('HGET', K_runs, id)
  local record = not is_gone(state) and redis.call('HGET', K_jobs, id)
  local at = #reply
  reply[at + 1] = record or ''
  reply[at + 2] = record and state or ''
  local score = record and redis.call('ZSCORE', K_due, id)
  local _, due = slot_and_due(tonumber(score or 0))
  reply[at + 3] = due
end
return reply
