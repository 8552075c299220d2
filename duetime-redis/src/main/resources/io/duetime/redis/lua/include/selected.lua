-- The jobs that a change is about: those with a tag, those named by their ids, those with a failure.
local function tagged(tag, wanted)
  local from = wanted.after_id == '' and '[' .. tag .. '\0' or '(' .. tag .. '\0' .. wanted.after_id
  local found = redis.call('ZRANGEBYLEX', K_tags, from, '(' .. tag .. '\1', 'LIMIT', 0, wanted.limit)
  for i, member in ipairs(found) do found[i] = { id = string.sub(member, #tag + 2), moment = 0 } end
  return found
end

-- The ids follow the argument with their number.
local function named(at)
  local found = {}
  for i = 1, tonumber(ARGV[at]) do found[i] = { id = ARGV[at + i], moment = 0 } end
  return found
end

-- The last failure that jobs must have: reason of death, fingerprint, a piece of the error.
local function failure_asked_for(lines)
  local reason, fingerprint, error_like = string.match(lines, '^([^\n]*)\n([^\n]*)\n(.*)$')
  return { reason = reason, fingerprint = fingerprint, error_like = error_like }
end

local function has_such_failure(job, wanted)
  local last, ended = job.more.h and job.more.h[#job.more.h], job.more.e
  if wanted.reason ~= '' and not (ended and ended[1] == wanted.reason) then return false end
  local own = ended and ended[1] == 'EXPIRED' and 'fp1:expired' or last and last[6]
  local text = ended and ended[2] ~= '' and ended[2] or last and last[5] or ''
  return (wanted.fingerprint == '' or wanted.fingerprint == own)
    and (wanted.error_like == '' or string.find(text, wanted.error_like, 1, true) ~= nil)
end
