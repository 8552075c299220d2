-- Imports whole jobs of another store, each atomic. A job with a known id is kept as it is.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late leaving
-- arguments: n, epoch and fence as in `schedule`, then for each job id, record, state
-- reply: now, maintenance, sealed, fence
-- each: answer
--   fence: the last one given
--   answer: for each job due time * 16 + outcome: CREATED, KEPT; ELSEWHERE: the shard is sealed and does
--   not know the id; LEAVING: it is on its way to the newest epoch. For the first of them alone where
--   records that are stored are large
-- bounds: 500 jobs, about 4 MiB of records that are stored there
-- include: wake, seal, elsewhere, bytes, current, expiry
-- Notes when a job needs maintenance at the latest; `save` notes when it is forgotten.
local function see_to(job)
  if job.stage == WAITING then
    maintenance_by(expires_at(job))
    may_come_at(job.due)
  elseif job.stage == LEASED then
    maintenance_by(job.deadline)
    may_come_at(job.deadline)
  elseif job.stage == DEAD and conf.maxDead then
    maintenance_by(0)
  end
end

local function put(id, record, state)
  local job = unpack_state(state, { id = id, record = record, r = parse(record) })
  raise_fence(job.fence)
  save(job)
  see_to(job)
  return CREATED, job.due
end

local function take_in(id, record, state)
  local known = current(id)
  if known then return KEPT, known.due end
  if is_closed then return elsewhere(id) end
  return put(id, record, state)
end

seal(tonumber(ARGV[2]))
raise_fence(tonumber(ARGV[3]))
local reply = { now, -1, sealed, last_fence }
for i = 1, tonumber(ARGV[1]) do
  if bytes_read() >= BYTES then break end
  local outcome, due = take_in(ARGV[3 * i + 1], ARGV[3 * i + 2], ARGV[3 * i + 3])
  reply[i + 4] = due * 16 + outcome
end
reply[4] = last_fence
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
