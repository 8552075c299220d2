-- One step of a change to all jobs of a selection.
-- keys: meta jobs due ready runs leased dead done cancelled forget tags copies aside late
-- arguments: kind (C cancel, M move, U update, R redrive, P purge, N count, S shift, s count of a shift,
--   B undo of a shift, b count of one), group (W waiting, T retrying, D dead), from, to, clip, position (moment, id; empty
--   id for the beginning), limit, the tags a job must have (a newline between them), the last failure
--   (reason of death, fingerprint and a piece of the error, as the tags, each may be empty), due time (a delay d as -1 - d; M: where to; R: from when;
--   S: when the shift began), spread (ms), queue, task of a shift or redrive (or empty), how far it moves (ms) or up to how many it redrives here,
--   n (-1 to go through the group), then the ids it is about, behind the position, in order; U: behind
--   them the values that include/values.lua reads
-- reply: now, maintenance, looked, changed, refused, due, isMore, moment, id, from, to, newFrom, newTo, atOnce
--   looked, changed, refused: jobs looked at, jobs changed, jobs refused because the queue is full; of a shift:
--   jobs that stay where they are
--   from, to, newFrom, newTo: of a shift, the first and last due time before and after, to -1 without a job
--   atOnce: delayed jobs that the shift makes due at once
--   due: the due time resolved
--   isMore: 1 if there may be more behind the position moment, id
--   looked: -1, and due how far ahead a due time may be, if the requested one is further ahead
-- bounds: 500 jobs looked at, about 4 MiB; 100 lost leases, about 4 MiB
-- include: values, selected, redrive, shift, range, bytes, go_on, quota
local kind, group, failure = ARGV[1], ARGV[2], failure_asked_for(ARGV[10])
local tags = tags_asked_for(ARGV[9])
local tag, left = tags[1], kind == 'R' and left_of(ARGV[14], tonumber(ARGV[15]))
local fixed, spread = tonumber(ARGV[11]), tonumber(ARGV[12])
if fixed < 0 then fixed = now - 1 - fixed end
local most_ahead = math.min(conf.maxAhead or MAX_AHEAD, MAX_AHEAD)
if kind == 'M' and fixed - now > most_ahead then
  return { now, -1, -1, 0, 0, most_ahead, 0, 0, '', NEVER, -1, NEVER, -1, 0 }
end
local shifting = string.find('SsBb', kind) and { task = ARGV[14], by = tonumber(ARGV[15]), spread = spread,
  queue = ARGV[13], begun = fixed, is_undo = string.upper(kind) == 'B', is_dry = kind == 's' or kind == 'b', most_ahead = most_ahead }
local stage = group == 'D' and DEAD or WAITING
local wanted = range_of(3)
-- A lost lease may move its job to any position: no job is looked at before all lost leases are settled.
settle_losses(100)
if redis.call('ZCOUNT', K_leased, '-inf', now) > 0 then
  finish()
  return { now, maintenance_at < NEVER and maintenance_at or -1, 0, 0, 0, fixed, 1, wanted.after_moment,
    wanted.after_id, NEVER, -1, NEVER, -1, 0 }
end

local function is_wanted(job)
  if not job or job.stage ~= stage or is_forgotten(job) or group == 'T' and job.attempt == 0 then return false end
  local moment = stage == WAITING and job.due or job.since
  return moment >= wanted.from and moment < wanted.to
    and has_tags(job, tags) and has_such_failure(job, failure)
end

local new = kind == 'U' and values_at(17 + math.max(0, tonumber(ARGV[16])))
local refused = 0
local function apply(job, by)
  if shifting then
    local moved = shift(job, by, shifting)
    refused = refused + 1 - moved
    return moved
  elseif kind == 'C' then
    cancelled(job, now)
  elseif kind == 'P' then
    delete(job)
  elseif kind == 'M' then
    if job.due == fixed then return 0 end
    move(job, fixed)
  elseif kind == 'U' then
    return give(job, new) == UPDATED and 1 or 0
  elseif kind == 'R' and no_room() then
    refused = refused + 1
    return 0
  elseif kind == 'R' then
    return redrive(job, fixed, spread, ARGV[13], left and ARGV[14])
  end
  return 1
end

local found = ARGV[16] ~= '-1' and named(16) or tag and tagged(tag, wanted) or page_of(group, wanted)
local looked, changed, read, n, last = 0, 0, 0, 0, { moment = wanted.after_moment, id = wanted.after_id }
for i, place in ipairs(found) do
  if read >= BYTES or left and (changed >= left or no_room()) then break end
  local job = load(place.id)
  n, last, read = i, place, read + (job and #job.record or 0)
  local wants = is_wanted(job)
  local by = wants and shifting and distance(job, shifting)
  if wants and (by or not shifting) then
    looked = looked + 1
    changed = changed + apply(job, by)
  end
end
finish()
local is_more = n < #found or #found >= wanted.limit
return { now, maintenance_at < NEVER and maintenance_at or -1, looked, changed,
  left and is_more and no_room() and 1 or refused, fixed, is_more and 1 or 0,
  is_more and last.moment or 0, is_more and last.id or '', times.from, times.to, times.new_from, times.new_to, times.at_once }
