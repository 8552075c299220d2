-- Claims waiting jobs in order, up to the room of the caller and the limit of bytes.
-- include: claim_by_due_time, claim_by_priority
local function claim_waiting(before, deadline, consumer)
  room.deadline, room.consumer, room.plain = deadline, consumer, plain_leases(deadline, consumer)
  room.before = before
  if position then return claim_by_priority(before) end
  claim_by_due_time('-inf', '(' .. number_text(math.min(before, SPAN)), 0, 0)
end

-- For how many more jobs permits are missing.
local function missing_permits(wanted, before)
  if not by_permit or is_paused() or room.jobs >= wanted or leased.n < room.jobs then return 0 end
  return math.min(redis.call('ZCOUNT', K_due, '-inf', '(' .. number_text(before)), wanted - leased.n)
end
