-- Takes waiting jobs in order, as far as the caller's room and bytes reach.
-- include: lease
local BYTES, FIRST_LOOK, MOST_EXPIRED = 4194304, 16, 500
local LEAVES = HAS_RETENTION + HAS_TAGS

local room = { jobs = 0, bytes = BYTES, expired = 0 }

local function take_plain(id, record, flags, due, till, consumer)
  local plain = bit.band(flags, LEAVES) == 0 and IS_PLAIN or 0
  add_lease(id, record, due, struct.pack(STATE, LEASED, plain, 1, next_fence(), due, due, 0, now, till)
    .. struct.pack('Bc0', #consumer, consumer), till)
end

local function take_one(id, record, state, due, till, consumer)
  local flags = string.byte(record, 2)
  if not state and flags and bit.band(flags, HAS_EXPIRY) == 0 and string.byte(record, 1) % 16 == 1 then
    return take_plain(id, record, flags, due, till, consumer)
  end
  local job = load(id)
  if not job or job.stage ~= WAITING then
    redis.call('ZREM', K_due, id)
  elseif expires_at(job) <= now then
    room.expired = room.expired + 1
    expire(job)
  else
    lease_job(job, till, consumer)
  end
end

-- How many jobs to look at next, going by the size of those seen so far.
local function look_at(seen, read)
  if seen == 0 then return math.min(room.jobs, FIRST_LOOK) end
  local fit = math.floor((BYTES - read) / (read / seen + 1))
  return math.min(room.jobs - leased.n, math.max(fit, 1), 500)
end

local function take(before, till, consumer)
  local seen, read = 0, 0
  for _, level in ipairs(levels) do
    local below, skip = below_score(level, before), 0
    while leased.n < room.jobs and read < BYTES and room.expired < MOST_EXPIRED do
      local wanted = look_at(seen, read)
      local found = redis.call('ZRANGEBYSCORE', K_due, from_score(level, 0), below, 'WITHSCORES',
        'LIMIT', skip, wanted)
      if #found == 0 then break end
      local ids = {}
      for i = 1, #found, 2 do ids[#ids + 1] = found[i] end
      local records = redis.call('HMGET', K_jobs, unpack(ids))
      local states = redis.call('HMGET', K_runs, unpack(ids))
      local before_n = leased.n
      for i, id in ipairs(ids) do
        if read >= BYTES then break end
        if records[i] then
          take_one(id, records[i], states[i], found[2 * i] - level.slot * SPAN, till, consumer)
          read = read + #records[i]
        else
          set_aside(id)
        end
      end
      skip = skip + leased.n - before_n
      seen = seen + #ids
      if #ids < wanted then break end
    end
  end
end
