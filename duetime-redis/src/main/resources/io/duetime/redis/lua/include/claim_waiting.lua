-- Claims waiting jobs in order, up to the room of the caller and the limit of bytes.
-- include: plain, bytes
local FIRST_LOOK, MOST_EXPIRED = 16, 500

-- What is left to claim, and the claimed jobs as stretches of neighbours in `due`; nil once another job has
-- left `due`.
local room = { jobs = 0, bytes = math.min(BYTES, tonumber(ARGV[9])), expired = 0, stretches = {} }

-- How many jobs to look at next, going by the size of those seen so far.
local function look_at(seen, read)
  if seen == 0 then return math.min(room.jobs, FIRST_LOOK) end
  local fit = math.floor((room.bytes - read) / (read / seen + 1))
  return math.min(room.jobs - leased.n, math.max(fit, 1), 500)
end

-- Claims from members and scores that were found; answers how many bytes of records have been read.
local function claim_found(found, from, read)
  local ids, plain = {}, room.plain
  for i = 1, #found / 2 do ids[i] = found[2 * i - 1] end
  local records = redis.call('HMGET', K_jobs, unpack(ids))
  local states = redis.call('HMGET', K_runs, unpack(ids))
  for i = 1, #ids do
    if read >= room.bytes then break end
    local id, record = ids[i], records[i]
    if record then
      if states[i] or not plain(id, record, found[2 * i] - from) then claim_special(id, room) end
      read = read + #record
    else
      room.stretches = nil
      set_aside(id)
    end
  end
  return read
end

local function claim_waiting(before, deadline, consumer)
  room.deadline, room.consumer, room.plain = deadline, consumer, plain_leases(deadline, consumer)
  local seen, read = 0, 0
  for _, level in ipairs(levels) do
    local from, below = from_score(level, 0), below_score(level, before)
    local first, before_n = nil, leased.n
    while leased.n < room.jobs and read < room.bytes and room.expired < MOST_EXPIRED do
      local wanted = look_at(seen, read)
      local found = redis.call('ZRANGEBYSCORE', K_due, from, below, 'WITHSCORES', 'LIMIT',
        leased.n - before_n, wanted)
      if #found == 0 then break end
      first = first or found[1]
      read = claim_found(found, level.slot * SPAN, read)
      seen = seen + #found / 2
      if #found < 2 * wanted then break end
    end
    local stretches = room.stretches
    if stretches and leased.n > before_n then
      stretches[#stretches + 1] = { first = first, n = leased.n - before_n }
    end
  end
end

-- For how many more jobs permits are missing.
local function missing_permits(wanted, before)
  if not by_permit or is_paused() or room.jobs >= wanted or leased.n < room.jobs then return 0 end
  local due = 0
  for _, level in ipairs(levels) do
    due = due + redis.call('ZCOUNT', K_due, from_score(level, 0), below_score(level, before))
  end
  return math.min(due, wanted - leased.n)
end
