-- Schedules a run of a recurring definition that lets none overlap.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late
-- arguments: id, record, moment
-- reply: now, maintenance, outcome, due
--   outcome: as of `schedule`; IS_RUNNING if it would overlap another run under SKIP
--   due: of TOO_FAR how far ahead it may be
-- bounds: one job
-- include: intake
local id, rule = ARGV[1], parse(ARGV[2] .. now_bytes).overlap
local run = load(id)
local is_late = not run and is_any_begun(string.match(id, '^(.*)@'))
local outcome, due
if is_late and rule == SKIP then
  outcome, due = IS_RUNNING, 0
else
  outcome, due = schedule_one(id, ARGV[2], tonumber(ARGV[3]), true)
  run = outcome == CREATED and load(id)
  if run and is_late then
    hold(run, now + 1)
    due = run.due
  elseif run then
    redis.call('ZADD', K_tags, 0, begun_member(run))
  end
end
finish()
return { now, maintenance_at < NEVER and maintenance_at or -1, outcome, due }
