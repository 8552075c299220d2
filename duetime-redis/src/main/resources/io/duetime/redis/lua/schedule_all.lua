-- Schedules jobs in every case: also known ids, priorities, tags and full queues.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late leaving
-- arguments: those of `schedule`
-- reply: now, maintenance, sealed, fence
-- each: answer
--   answer: for each job due time * 16 + outcome: CREATED, REPLACED, SUCCESSOR, KEPT, KEPT_RUNNING,
--   REJECTED, TOO_FAR, NO_ROOM; ELSEWHERE: the shard is sealed and does not know the id;
--   LEAVING: it is on its way to the newest epoch. If stored records are large, answers only the first
--   jobs
-- bounds: 500 jobs, about 4 MiB of stored records
-- include: time, wake, seal, elsewhere, stamp, bytes, intake

seal(tonumber(ARGV[2]))
raise_fence(tonumber(ARGV[3]))
local reply = { now, -1, sealed, last_fence }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  local id, due, outcome = ARGV[3 * i + 1], tonumber(ARGV[3 * i + 3]), nil
  if due < 0 then due = now - 1 - due end
  if is_closed and redis.call('HEXISTS', K_jobs, id) == 0 then
    outcome, due = elsewhere(id)
  else
    outcome, due = schedule_one(id, ARGV[3 * i + 2], due)
  end
  reply[i + 4] = due * 16 + outcome
end
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
