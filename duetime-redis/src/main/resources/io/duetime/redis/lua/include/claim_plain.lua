-- Claims up to `room` jobs that wait for the first time, of which `found` has the first. Part of `claim`, not
-- a function.
-- Ends before a job of another kind; if that is the first one, `claim_all` runs instead.
-- include: bytes
if #found > 0 then
  local byte, pack = string.byte, struct.pack
  local most_bytes = math.min(BYTES, math.max(1, ARGV[9] + 0))
  local deadline, own_fence = now + ARGV[2], math.max((meta[5] or 0) + 1, now_micros)
  local deadline_text, due_text, due_at = format(WHOLE, deadline), nil, nil
  local bare = pack(PLAIN_HEAD, LEASED, IS_PLAIN, 1, own_fence)
  local with_more = pack(PLAIN_HEAD, LEASED, 0, 1, own_fence)
  local tail = pack(PLAIN_TAIL, 0, now, deadline, #ARGV[4], ARGV[4])
    .. string.rep('\0', TABLE_BYTES - STATE_BYTES - #ARGV[4])
  local read, sum, max, is_end, same = 0, 0, 0, false, nil
  repeat
    local ids, runs, n_before, first_text = {}, {}, n, found[2]
    for i = 1, #found / 2 do ids[i] = found[2 * i - 1] end
    local records = redis.call('HMGET', K_jobs, unpack(ids))
    local states = redis.call('HMGET', K_runs, unpack(ids))
    for i = 1, #ids do
      local id, record, head = ids[i], records[i], bare
      if states[i] or not record then is_end = true break end
      local first, flags = byte(record, 1, 2)
      if not flags or first % 16 ~= 1 then is_end = true break end
      if flags >= HAS_EXPIRY then
        if bit.band(flags, HAS_EXPIRY + IS_TICK) ~= 0 then is_end = true break end
        if flags >= HAS_RETENTION then head = with_more end
      end
      local k = 2 * i
      if found[k] ~= due_text then
        due_text = found[k]
        due_at = due_text + 0
      end
      local state = pack('>c0I6I6c0', head, due_at, due_at, tail)
      found[k - 1], found[k], runs[k - 1], runs[k] = deadline_text, id, id, state
      k, n, read = 3 * n, n + 1, read + #record
      reply[k + 7], reply[k + 8], reply[k + 9] = id, record, state
      if due_at < now then
        sum = sum + now - due_at
        if now - due_at > max then max = now - due_at end
      end
      if read >= most_bytes then is_end = true break end
    end
    if n == 0 then return {} end
    if n > n_before then
      redis.call('ZREMRANGEBYRANK', K_due, '0', format('%d', n - n_before - 1))
      redis.call('ZADD', K_leased, unpack(found, 1, 2 * (n - n_before)))
      redis.call('HSET', K_runs, unpack(runs))
    end
    if is_end or n >= room or #ids < look and not same then break end
    look = math.min(room - n, math.max(math.floor((most_bytes - read) / (read / n + 1)), 1))
    -- Redis 7.0 takes long for the text of a due time: where all had the same, others with it are found first.
    same = due_text == first_text and look > FIRST_LOOK
      and redis.call('ZRANGEBYSCORE', K_due, due_text, due_text, 'LIMIT', '0', format('%d', look))
    if same and #same > 0 then
      found = {}
      for i = 1, #same do found[2 * i - 1], found[2 * i] = same[i], due_text end
    else
      same = nil
      found = redis.call('ZRANGEBYSCORE', K_due, '-inf', last_text, 'WITHSCORES', 'LIMIT', '0', format('%d', look))
    end
  until #found == 0

  local minute = format(WHOLE, now - now % 60000)
  local ran, sums, most, ends = string.match(redis.call('HGET', K_late, minute) or '0,0,0', '(%d+),(%d+),(%d+)(.*)')
  redis.call('HSET', K_late, minute, format(WHOLE, ran + n) .. ',' .. format(WHOLE, sums + sum) .. ','
    .. format(WHOLE, math.max(most + 0, max)) .. ends)
  reply[2], fence = deadline, format(WHOLE, own_fence)
  if deadline < come_back then come_back, told = deadline, deadline_text end
end
