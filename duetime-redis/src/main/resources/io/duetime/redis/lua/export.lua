-- Some of the jobs of a shard, in any state and in no order: a job that stays in the shard during a whole
-- scan is shown at least once.
-- keys: meta jobs due runs
-- arguments: cursor (0 to begin), the run of the server that gave it (empty to begin), about how many jobs
-- reply: now, cursor, run
-- each: id, record, state, moment
--   cursor: where to go on; 0 at the end
--   run: the run of the server that gave the cursor; in another run the scan begins again by itself
--   moment: when a job without a state is due
-- bounds: about 1000 jobs, 4 MiB
-- effect: reads
-- include: shard, bytes, gone
local STEP = 16
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''
local cursor = ARGV[2] == run and ARGV[1] or '0'
local reply, found, read = { now, '', run }, 0, 0

local function add(id, record)
  local at = #reply
  local state = redis.call('HGET', K_runs, id) or ''
  if is_gone(state) then return end
  local score = state == '' and redis.call('ZSCORE', K_due, id)
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = id, record, state, tonumber(score or 0)
  found, read = found + 1, read + #record
end

repeat
  local step = redis.call('HSCAN', K_jobs, cursor, 'COUNT', STEP)
  cursor = step[1]
  for i = 1, #step[2], 2 do add(step[2][i], step[2][i + 1]) end
until cursor == '0' or found >= tonumber(ARGV[3]) or read >= BYTES
reply[2] = cursor
return reply
