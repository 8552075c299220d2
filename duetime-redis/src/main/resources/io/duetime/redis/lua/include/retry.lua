-- How long to wait after an attempt has failed; docs/formats/retry-policy.md.
local function attempts_of(policy)
  local attempts = string.match(policy, '^1;a=([%d*]+)')
  return attempts == '*' and math.huge or tonumber(attempts)
end

local function wait_after(policy, id, attempt)
  local kind, times = string.match(policy, '^1;a=[%d*]+;([de])=([%d,]+)')
  local jitter = tonumber(string.match(policy, ';j=(%d+)$') or '0')
  local n = {}
  for digits in string.gmatch(times, '%d+') do n[#n + 1] = tonumber(digits) end
  local wait
  if kind == 'd' then
    wait = n[math.min(attempt, #n)]
  else
    wait = n[1]
    for _ = 2, attempt do
      if wait >= n[3] or n[2] == 100 then break end
      wait = math.ceil(wait * n[2] / 100)
    end
    wait = math.min(wait, n[3])
  end
  local share = math.floor(wait * jitter / 1000)
  if share == 0 then return wait end
  local text = id .. '\n' .. string.format('%.0f', attempt)
  return wait - tonumber(string.sub(redis.sha1hex(text), 1, 8), 16) % (share + 1)
end
