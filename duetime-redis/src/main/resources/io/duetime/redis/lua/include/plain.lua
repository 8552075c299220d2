-- Leases of plain jobs that wait for the first time. Their states differ only in the due time within a
-- claim.
-- include: lease
local LEAVES = HAS_RETENTION + HAS_TAGS

-- A function that leases such a job, or answers false for another job.
local function plain_leases(deadline, consumer)
  local bare = struct.pack(PLAIN_HEAD, LEASED, IS_PLAIN, 1, next_fence())
  local with_more = struct.pack(PLAIN_HEAD, LEASED, 0, 1, next_fence())
  local tail = struct.pack(PLAIN_TAIL, 0, now, deadline, #consumer, consumer)
  tail = tail .. string.rep('\0', TABLE_BYTES - STATE_BYTES - #consumer)
  local deadline_text = number_text(deadline)
  return function(id, record, due)
    local first, flags = string.byte(record, 1, 2)
    if not flags or first % 16 ~= 1 then return false end
    local head = bare
    if flags >= HAS_EXPIRY then
      if bit.band(flags, HAS_EXPIRY + IS_TICK) ~= 0 then return false end
      if bit.band(flags, LEAVES) ~= 0 then head = with_more end
    end
    local at = struct.pack('>I6', due)
    add_lease(id, record, due, head .. at .. at .. tail, deadline_text)
    return true
  end
end
