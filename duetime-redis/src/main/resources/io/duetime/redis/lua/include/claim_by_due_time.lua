-- Claims waiting jobs by due time.
-- include: room, special, plain

-- Claims from members and scores that were found; answers how many bytes of records have been read.
local function claim_found(found, read)
  local ids, plain = {}, room.plain
  for i = 1, #found / 2 do ids[i] = found[2 * i - 1] end
  local records = redis.call('HMGET', K_jobs, unpack(ids))
  local states = redis.call('HMGET', K_runs, unpack(ids))
  for i = 1, #ids do
    if read >= room.bytes then break end
    local id, record = ids[i], records[i]
    if record then
      if states[i] or not plain(id, record, tonumber(found[2 * i])) then claim_special(id, room) end
      read = read + #record
    else
      room.are_first = false
      set_aside(id)
    end
  end
  return read
end

-- Claims within bounds of the due time, after `seen` others with `read` bytes.
local function claim_by_due_time(from, below, seen, read)
  local before_n = leased.n
  while has_room(read) do
    local wanted = look_at(seen, read)
    local found = redis.call('ZRANGEBYSCORE', K_due, from, below, 'WITHSCORES', 'LIMIT',
      leased.n - before_n, wanted)
    if #found == 0 then break end
    read = claim_found(found, read)
    seen = seen + #found / 2
    if #found < 2 * wanted then break end
  end
end
