-- Claims up to `room` jobs that wait for the first time, of which `found` has the first. Part of `claim`, not
-- a function.
-- If another job is among them, `claim_all` runs instead, before anything is written.
-- include: bytes
if #found > 0 then
  local most_bytes = math.min(BYTES, math.max(1, tonumber(ARGV[9])))
  local deadline, own_fence = now + ARGV[2], math.max((meta[5] or 0) + 1, now_micros)
  local deadline_text = string.format('%.0f', deadline)
  local bare = struct.pack(PLAIN_HEAD, LEASED, IS_PLAIN, 1, own_fence)
  local with_more = struct.pack(PLAIN_HEAD, LEASED, 0, 1, own_fence)
  local tail = struct.pack(PLAIN_TAIL, 0, now, deadline, #ARGV[4], ARGV[4])
    .. string.rep('\0', TABLE_BYTES - STATE_BYTES - #ARGV[4])
  local ends, runs, read, sum, max, some = {}, {}, 0, 0, 0, nil
  repeat
    if n > 0 then
      look = math.min(room - n, math.max(math.floor((most_bytes - read) / (read / n + 1)), 1))
      found = redis.call('ZRANGEBYSCORE', K_due, '-inf', below, 'WITHSCORES', 'LIMIT', n, look)
    end
    some = {}
    for i = 1, #found, 2 do some[#some + 1] = found[i] end
    if #some == 0 then break end
    local records = redis.call('HMGET', K_jobs, unpack(some))
    local states = redis.call('HMGET', K_runs, unpack(some))
    for i = 1, #some do
      if read >= most_bytes then break end
      local id, record, due_at = some[i], records[i], tonumber(found[2 * i])
      if states[i] or not record then return rarely().claim_all() end
      local first, flags = string.byte(record, 1, 2)
      if not flags or first % 16 ~= 1 or bit.band(flags, HAS_EXPIRY + IS_TICK) ~= 0 then
        return rarely().claim_all()
      end
      local at = struct.pack('>I6', due_at)
      local state = (flags < HAS_RETENTION and bare or with_more) .. at .. at .. tail
      n, read = n + 1, read + #record
      local k = 2 * n
      ends[k - 1], ends[k], runs[k - 1], runs[k] = deadline_text, id, id, state
      k = 3 * n
      reply[k + 4], reply[k + 5], reply[k + 6] = id, record, state
      if now > due_at then
        sum = sum + now - due_at
        if now - due_at > max then max = now - due_at end
      end
    end
  until #some < look or n >= room or read >= most_bytes

  redis.call('ZREMRANGEBYRANK', K_due, 0, n - 1)
  redis.call('ZADD', K_leased, unpack(ends))
  redis.call('HSET', K_runs, unpack(runs))
  redis.call('HINCRBY', K_meta, 'n:claimed', n)
  local minute = string.format('%.0f', now - now % 60000)
  local n_before, sum_before, max_before, ends = string.match(redis.call('HGET', K_late, minute) or '0,0,0', '(%d+),(%d+),(%d+)(.*)')
  redis.call('HSET', K_late, minute,
    string.format('%.0f,%.0f,%.0f%s', n_before + n, sum_before + sum, math.max(tonumber(max_before), max), ends))
  come_back, reply[2], fence = math.min(come_back, deadline), deadline, string.format('%.0f', own_fence)
end
