-- The order of claiming: priority, due time, id. While all waiting jobs have one priority, `due` has that
-- order. Otherwise `ready` has it, of all waiting jobs up to a position in `due`, and of jobs that were due
-- when they came. Claims and maintenance bring the position up to now (ordering.lua).
-- include: before, record, state
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
  if not position then
    order_up_to(0, '')
    maintenance_by(now)
  end
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
