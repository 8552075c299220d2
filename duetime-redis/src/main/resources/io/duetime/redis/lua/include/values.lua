-- Gives jobs new values in their places.
-- include: tags, expiry, current

-- The bytes behind a =, or nil for an empty argument: what it is about stays.
local function given(at)
  return ARGV[at] ~= '' and string.sub(ARGV[at], 2) or nil
end

-- The values of arguments: priority, retry policy, expiry (= and their bytes in a record, none to remove the
-- expiry); tags instead of those the job has (behind a =), tags to remove, tags to add (a newline between).
local function values_at(at)
  local all = given(at + 3)
  return { priority = given(at), retry = given(at + 1), expiry = given(at + 2), all = all and tags_asked_for(all),
    removed = tags_asked_for(ARGV[at + 4]), added = tags_asked_for(ARGV[at + 5]) }
end

-- The tags of a job afterwards; nil if they stay.
local function tags_with(tags, new)
  if not new.all and #new.removed == 0 and #new.added == 0 then return nil end
  local after, taken = {}, {}
  for _, tag in ipairs(new.removed) do taken[tag] = true end
  for _, tag in ipairs(new.added) do taken[tag] = true end
  for _, tag in ipairs(new.all or tags) do
    if not taken[tag] then after[#after + 1] = tag end
  end
  for _, tag in ipairs(new.added) do after[#after + 1] = tag end
  return after
end

local function packed_tags(tags)
  if not tags or #tags == 0 then return tags and '' end
  local packed = string.char(#tags)
  for _, tag in ipairs(tags) do packed = packed .. struct.pack('Bc0', #tag, tag) end
  return packed
end

-- The part of a record behind its terms.
local function body_with(record, at, new)
  if not new.content_type and not new.headers then return string.sub(record, at) end
  local headers_at = at + 1 + string.byte(record, at)
  local payload_at = headers_at + 1
  for _ = 1, 2 * string.byte(record, headers_at) do payload_at = payload_at + 1 + string.byte(record, payload_at) end
  return (new.content_type or string.sub(record, at, headers_at - 1))
    .. (new.headers or string.sub(record, headers_at, payload_at - 1))
    .. (new.content_type and new.payload or string.sub(record, payload_at, -7)) .. string.sub(record, -6)
end

-- The record of a job with other parts.
local function record_with(job, new, tags)
  local record, r, flags = job.record, job.r, job.r.flags
  local priority_at = bit.band(flags, HAS_NONCE) ~= 0 and 11 or 3
  local retry_at = priority_at + (bit.band(flags, HAS_PRIORITY) ~= 0 and 4 or 0)
  local function part(flag, bytes, from, to)
    if not bytes then return string.sub(record, from, to - 1) end
    flags = flags - bit.band(flags, flag) + (bytes ~= '' and flag or 0)
    return bytes
  end
  local terms = string.sub(record, 3, priority_at - 1) .. part(HAS_PRIORITY, new.priority, priority_at, retry_at)
    .. part(HAS_RETRY, new.retry, retry_at, r.expiry_at)
    .. part(HAS_EXPIRY, new.expiry, r.expiry_at, r.retention_at)
    .. string.sub(record, r.retention_at, r.tags_at - 1)
    .. part(HAS_TAGS, packed_tags(tags), r.tags_at, r.tick_at)
  return string.sub(record, 1, 1) .. string.char(flags) .. terms .. string.sub(record, r.tick_at, r.body_at - 1)
    .. body_with(record, r.body_at, new)
end

-- Gives a waiting or dead job new values; answers UPDATED, TOO_MANY_TAGS with how many, or TOO_LATE.
local function give(job, new)
  local tags = tags_with(job.r.tags, new)
  if tags and #tags > MAX_TAGS then return TOO_MANY_TAGS, #tags end
  job.record = record_with(job, new, tags)
  job.r = parse(job.record)
  if new.expiry and expires_at(job) <= now then return TOO_LATE, 0 end
  if new.priority then job.more.p = nil end
  save(job)
  if job.stage == WAITING then maintenance_by(expires_at(job)) end
  return UPDATED, 0
end
