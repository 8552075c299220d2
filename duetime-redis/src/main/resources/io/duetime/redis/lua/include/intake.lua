-- Compares a request with the job that is stored under its id.
-- include: current, defaults, expiry, quota, seal, stamp
local REJECT, KEEP, REPLACE, EARLIEST, LATEST, DEBOUNCE, KEEP_UNFINISHED = 1, 2, 3, 4, 5, 6, 7
local most_ahead = math.min(conf.maxAhead or MAX_AHEAD, MAX_AHEAD)

-- Whether a request replaces a waiting job or successor; otherwise the answer to it.
local function verdict(rule, existing_due, due)
  if rule == REJECT then return REJECTED end
  if rule == KEEP or rule == KEEP_UNFINISHED then return KEPT end
  if rule == EARLIEST and due >= existing_due or rule == LATEST and due <= existing_due then
    return KEPT
  end
end

local function answer_to(nonce, more)
  for _, answer in ipairs(more.a or {}) do
    if answer[1] == nonce then return answer end
  end
  return more.s and answer_to(nonce, more.s)
end

-- The state of a requested job: due time, anchor, answers; `before` is the job that it replaces.
local function made(request, before, outcome)
  local debounce = request.r.rule == DEBOUNCE
  local anchor = debounce and before and before.anchor or now
  local due = debounce and math.min(request.due, anchor + request.r.max_wait) or request.due
  local answers = {}
  for _, answer in ipairs(before and before.a or {}) do answers[#answers + 1] = answer end
  if request.r.nonce then answers[#answers + 1] = { request.r.nonce, outcome, due } end
  while #answers > KEPT_ANSWERS do table.remove(answers, 1) end
  return { due = due, anchor = anchor, record = request.record, a = #answers > 0 and answers or nil }
end

local function put(request, new, was)
  local job = { id = request.id, record = request.record, r = request.r, stage = WAITING,
    due = new.due, first = new.due, anchor = new.anchor, attempt = 0, fence = 0,
    more = { a = new.a }, was = was }
  save(job)
  maintenance_by(expires_at(job))
  count('scheduled')
  may_come_at(new.due)
  return new.due
end

local function create(request, job)
  if no_room() then return NO_ROOM, 0 end
  return CREATED, put(request, made(request, job and { a = job.more.a }, CREATED), job and job.was)
end

local function over_waiting(request, job)
  local kept = verdict(request.r.rule, job.due, request.due)
  if kept then return kept, job.due end
  local new = made(request, { anchor = job.anchor, a = job.more.a }, REPLACED)
  return REPLACED, put(request, new, job.was)
end

local function over_running(request, job)
  local before = job.more.s
  local rule, outcome = request.r.rule, before and REPLACED or SUCCESSOR
  if before then
    local kept = verdict(rule, before.due, request.due)
    if kept then return kept, before.due end
  elseif not job.marked and (rule <= KEEP or rule == KEEP_UNFINISHED) then
    return rule == REJECT and REJECTED or KEPT_RUNNING, job.due
  end
  job.more.s = made(request, before, outcome)
  save(job)
  count('scheduled')
  return outcome, job.more.s.due
end

-- Schedules one job; answers outcome and due time.
local function schedule_one(id, sent, due, is_tick)
  local record = with_defaults(sent) .. now_bytes
  local request = { id = id, record = record, r = parse(record), due = due, tick = is_tick }
  if request.r.rule == KEEP_UNFINISHED then
    -- Stored as KEEP, as what is stored needs no rule.
    local first = string.byte(record) - 16 * (KEEP_UNFINISHED - KEEP)
    request.record = string.char(first) .. string.sub(record, 2)
  end
  local job = current(id)
  local answer = job and request.r.nonce and answer_to(request.r.nonce, job.more)
  if answer then return answer[2], answer[3] end
  if is_closed and not job then return ELSEWHERE, 0 end
  if due - now > (is_tick and MAX_AHEAD or most_ahead) then
    return TOO_FAR, is_tick and MAX_AHEAD or most_ahead
  end
  if not job or job.stage == DEAD or job.stage == CANCELLED then return create(request, job) end
  if job.stage == WAITING then return over_waiting(request, job) end
  if job.stage == LEASED then return over_running(request, job) end
  if request.r.rule <= KEEP then
    return request.r.rule == REJECT and REJECTED or KEPT, job.due
  end
  return create(request, job)
end
