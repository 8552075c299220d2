-- Claims jobs of several priorities: by priority, due time, id what is due, then the rest by due time.
-- include: ordering, claim_by_due_time

-- Claims a job by its member of `ready`, or ends it; answers whether the member stays although it is not
-- claimed. A member that leads to no due job goes: the job was set aside, or the clock has stepped back.
local function claim_member(member, record, state, score, before)
  local priority, due = struct.unpack('>I4I6', member)
  local id = string.sub(member, 11)
  if tonumber(score or -1) ~= due or due > now then return false end
  if due >= before then return true end
  local its = record and priority_in(id, record, state, due)
  if not its then
    set_aside(id, record)
  elseif its ~= priority then
    -- Ends the claim, which counts on what it has leased being the first in `ready`.
    redis.call('ZADD', K_ready, 0, ready_member(its, due, id))
    room.expired = MOST_EXPIRED
  elseif state or not room.plain(id, record, due) then
    claim_special(id, room)
  end
  return false
end

-- Answers how many bytes of records have been read.
local function claim_members(members, read, before)
  local ids = {}
  for i, member in ipairs(members) do ids[i] = string.sub(member, 11) end
  local records = redis.call('HMGET', K_jobs, unpack(ids))
  local states = redis.call('HMGET', K_runs, unpack(ids))
  local scores = redis.call('ZMSCORE', K_due, unpack(ids))
  for i, member in ipairs(members) do
    if read >= room.bytes then break end
    local n = leased.n
    if claim_member(member, records[i], states[i], scores[i], before) then
      room.passed = room.passed + 1
    elseif leased.n > n then
      leased.members[leased.n] = member
    elseif redis.call('ZREM', K_ready, member) == 1 then
      room.expired = room.expired + 1
    end
    read = read + #(records[i] or '')
  end
  return read
end

local function claim_by_priority(before)
  local seen, read, is_more = 0, 0, true
  room.are_first = false
  order_due(math.max(LEAST_ORDERED, 10 * room.jobs))
  while is_more and has_room(read) do
    local wanted = look_at(seen, read)
    local first = leased.n + room.passed
    local members = redis.call('ZRANGE', K_ready, first, first + wanted - 1)
    if #members > 0 then read = claim_members(members, read, before) end
    seen, is_more = seen + #members, #members == wanted
  end
  if not is_more and before > now + 1 and position.moment > now then
    claim_by_due_time('(' .. number_text(now), '(' .. number_text(math.min(before, SPAN)), seen, read)
  end
end
