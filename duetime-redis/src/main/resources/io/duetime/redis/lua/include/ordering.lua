-- Orders what has become due by priority, in bounded steps.
-- include: job, bytes
local LEAST_ORDERED, FIRST_ORDERED, ORDERED_BYTES = 1000, 16, 16777216

-- The priority of a waiting job; nil if the job cannot be understood.
local function priority_in(id, record, state, due)
  local first, flags = string.byte(record, 1, 2)
  if not flags then return nil end
  if state and (#state < 2 or bit.band(string.byte(state, 2), HAS_MORE) ~= 0) then
    local understood, job = pcall(read_job, id, record, state, due)
    return understood and job and priority_of(job) or nil
  end
  if first % 16 ~= 1 then return nil end
  if bit.band(flags, HAS_PRIORITY) == 0 then return USUAL_PRIORITY end
  local at = bit.band(flags, HAS_NONCE) ~= 0 and 11 or 3
  return #record >= at + 3 and struct.unpack('>I4', record, at) or nil
end

-- Orders due jobs of a page of `due`, members and scores; answers how many, and how many bytes were read.
local function order_page(page)
  local ids, members = {}, {}
  for i = 1, #page, 2 do
    if tonumber(page[i + 1]) > now then break end
    ids[#ids + 1] = page[i]
  end
  if #ids == 0 then return 0, 0 end
  local records, states = redis.call('HMGET', K_jobs, unpack(ids)), redis.call('HMGET', K_runs, unpack(ids))
  local read = 0
  for i, id in ipairs(ids) do
    local due = tonumber(page[2 * i])
    local priority = records[i] and priority_in(id, records[i], states[i], due)
    if priority then
      members[#members + 1], members[#members + 2] = 0, ready_member(priority, due, id)
    else
      set_aside(id, records[i])
    end
    read = read + #(records[i] or '')
  end
  if #members > 0 then redis.call('ZADD', K_ready, unpack(members)) end
  return #ids, read
end

-- Orders up to `most` due jobs, fewer where their records are large, by due time.
local function order_due(most)
  if position.moment > now then
    -- Further jobs in `ready` are not due any more if the clock has stepped back.
    if position.moment > now + 1 or position.id ~= '' then order_up_to(now + 1, '') end
    return
  end
  local n, read = 0, 0
  while n < most and read < ORDERED_BYTES do
    local look = n == 0 and FIRST_ORDERED or math.floor((ORDERED_BYTES - read) / (read / n + 1))
    look = math.min(math.max(look, 1), most - n, 500)
    local rank = rank_behind(K_due, position.moment, position.id)
    local page = redis.call('ZRANGE', K_due, rank, rank + look - 1, 'WITHSCORES')
    local ordered, bytes = order_page(page)
    if ordered < look then return order_up_to(now + 1, '') end
    n, read = n + ordered, read + bytes
    position = { moment = tonumber(page[2 * ordered]), id = page[2 * ordered - 1] }
  end
  order_up_to(position.moment, position.id)
end

-- When maintenance is to order next, or NEVER.
local function next_ordering()
  if not position then return NEVER end
  if position.moment <= now then return now end
  local due = next_due(position.moment)
  return due < NEVER and math.max(due, now + 1000) or NEVER
end
