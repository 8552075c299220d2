-- The record of a request, as the caller packed it, its moment (6 bytes) added by the store.
-- Layout: docs/formats/redis.md.
-- include: layout
local MAY_HAVE_ARRIVED, OVERLAP_RULE = 128, 17592186044416

local function read_tags(record, at)
  local tags, count = {}, string.byte(record, at)
  at = at + 1
  for i = 1, count do
    tags[i], at = struct.unpack('Bc0', record, at)
  end
  return tags, at
end

-- Whether a text is a retry policy by which a wait can be computed.
local function is_policy(text)
  local attempts, times = string.match(text, '^1;a=([%d*]+);([de]=[%d,]+)')
  return attempts and (attempts == '*' or tonumber(attempts))
    and (string.find(times, '^d=%d') or string.find(times, '^e=%d+,%d+,%d+$'))
end

-- What scripts need of a record. Answers nil for one that cannot be understood, or is of a version
-- that is not known here.
local function parse(record)
  local first, flags = string.byte(record, 1, 2)
  if not flags or first % 16 ~= 1 then return nil end
  local has = function(flag) return bit.band(flags, flag) ~= 0 end
  local r = { rule = math.floor(first / 16) % 8, may_have_arrived = first >= MAY_HAVE_ARRIVED,
    flags = flags, priority = USUAL_PRIORITY,
    retry = USUAL_RETRY, tags = {}, scheduled = struct.unpack('>I6', record, #record - 5) }
  local at = 3
  if has(HAS_NONCE) then r.nonce, at = struct.unpack('c8', record, at) end
  if has(HAS_PRIORITY) then r.priority, at = struct.unpack('>I4', record, at) end
  if has(HAS_RETRY) then
    r.retry, at = struct.unpack('>I2c0', record, at)
    if not is_policy(r.retry) then return nil end
  end
  r.expiry_at = at
  if has(HAS_EXPIRY) then r.expiry_kind, r.expiry, at = struct.unpack('>BI6', record, at) end
  r.retention_at = at
  if has(HAS_RETENTION) then r.retention, at = struct.unpack('>I6', record, at) end
  if has(HAS_MAX_WAIT) then r.max_wait, at = struct.unpack('>I6', record, at) end
  r.tags_at = at
  if has(HAS_TAGS) then r.tags, at = read_tags(record, at) end
  r.tick_at = at
  if has(IS_TICK) then
    r.tick, r.missed_at, r.next, at = struct.unpack('>I6I6Bc0', record, at)
    if r.missed_at >= OVERLAP_RULE then r.overlap = math.floor(r.missed_at / OVERLAP_RULE) end
    r.missed_at = r.missed_at % OVERLAP_RULE
  end
  r.body_at = at
  return r
end
