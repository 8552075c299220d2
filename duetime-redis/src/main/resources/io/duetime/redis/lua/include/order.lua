-- The order of claiming: priority, due time, id. While all waiting jobs have one priority, `due` has that
-- order. Otherwise `ready` has it, of all waiting jobs up to a position in `due`, and of jobs that were due
-- when they came. Claims and maintenance bring the position up to now (ordering.lua).
-- include: before, record, state
local FIRST_PLACES = 1000
local only, position = USUAL_PRIORITY, nil
if meta[3] and #meta[3] == 4 then
  only = struct.unpack('>I4', meta[3])
elseif meta[3] then
  position = { moment = struct.unpack('>I6', meta[3]), id = string.sub(meta[3], 7) }
end

local function priority_of(job)
  return job.more.p or job.r.priority
end

local function ready_member(priority, due, id)
  return struct.pack('>I4I6', priority, due) .. id
end

local function order_up_to(moment, id)
  position = { moment = moment, id = id }
  redis.call('HSET', K_meta, 'order', struct.pack('>I6', moment) .. id)
end

-- Gives due jobs a place in `ready`, but not the job of an id. All that wait have the priority `only`.
local function begin_order(but_id)
  local found = redis.call('ZRANGEBYSCORE', K_due, '-inf', number_text(now), 'WITHSCORES', 'LIMIT', 0, FIRST_PLACES)
  local members = {}
  for i = 1, #found, 2 do
    if found[i] ~= but_id then
      members[#members + 1], members[#members + 2] = 0, ready_member(only, tonumber(found[i + 1]), found[i])
    end
  end
  if #members > 0 then redis.call('ZADD', K_ready, unpack(members)) end
  if #found < 2 * FIRST_PLACES then return order_up_to(now + 1, '') end
  order_up_to(tonumber(found[#found]), found[#found - 1])
  maintenance_by(now)
end

-- Nothing waits but a job of this priority.
local function order_alone(priority)
  if position then redis.call('UNLINK', K_ready) end
  only, position = priority, nil
  if priority == USUAL_PRIORITY then
    redis.call('HDEL', K_meta, 'order')
  else
    redis.call('HSET', K_meta, 'order', struct.pack('>I4', priority))
  end
end

-- Brings the position up to now if no due job is behind it.
local is_looked_after = false
local function catch_up()
  if is_looked_after then return end
  is_looked_after = true
  if position.id == '' and position.moment <= now
    and redis.call('ZCOUNT', K_due, number_text(position.moment), number_text(now)) == 0 then
    order_up_to(now + 1, '')
  end
end

local function is_ordered(due, id)
  return due < position.moment or due == position.moment and not is_before(position.id, id)
end

-- Gives a job its place in the order; called before the job is added to `due`.
local is_first = true
local function enter_order(job)
  local priority = priority_of(job)
  if not position and priority == only then return end
  if is_first and redis.call('ZCARD', K_due) == 0 then return order_alone(priority) end
  is_first = false
  if not position then begin_order(job.id) end
  if job.due <= now then catch_up() end
  if job.due <= now or is_ordered(job.due, job.id) then
    redis.call('ZADD', K_ready, 0, ready_member(priority, job.due, job.id))
  else
    maintenance_by(job.due)
  end
end

-- Takes a job that has waited out of the order.
local function leave_order(job)
  if position then
    redis.call('ZREM', K_ready, ready_member(job.was.priority, job.was.due, job.id))
  end
end
