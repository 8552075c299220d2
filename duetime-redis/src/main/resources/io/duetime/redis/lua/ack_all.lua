-- Acknowledges leases of any jobs.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late permits drawn
-- arguments: those of `ack`
-- reply: now, maintenance
-- each: outcome
--   a row for each lease, for the first of them alone where records are large
-- bounds: 500 jobs, about 4 MiB
-- include: current, limit, bytes, go_on
local function ack_one(id, fence, message)
  local state = redis.call('HGET', K_runs, id)
  if not state or #state < 45 then return IS_LEASE_LOST, 0 end
  local stage, _, _, held, _, _, _, _, deadline = struct.unpack(STATE, state)
  if stage ~= LEASED or held ~= fence or deadline <= now then return IS_LEASE_LOST, 0 end
  local job = load(id)
  if job then succeed(job, message) end
  return ACKED, job and #job.record or 0
end

local n = tonumber(ARGV[1])
local reply, was_full, read, i, at = { now, -1 }, is_full(), 0, 1, n + 2
while i <= n and read < BYTES do
  local fence, last = tonumber(ARGV[at]), i + ARGV[at + 1] - 1
  while i <= last and read < BYTES do
    local bytes
    reply[i + 2], bytes = ack_one(ARGV[i + 1], fence, ARGV[at + 2])
    read, i = read + bytes, i + 1
  end
  at = at + 3
end
room_again(was_full)
finish()
if maintenance_at < NEVER then reply[2] = maintenance_at end
return reply
