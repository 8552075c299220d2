-- The place of one job in the order. Part of `schedule`, not a function.
local priority = USUAL_PRIORITY
if flags >= HAS_PRIORITY and bit.band(flags, HAS_PRIORITY) ~= 0 then
  priority = struct.unpack('>I4', record, bit.band(flags, HAS_NONCE) ~= 0 and 11 or 3)
end
if not position then
  if priority ~= only then return {} end
elseif due <= now or due < position then
  if ordered == 0 and #meta[3] == 6 and position <= now then
    is_caught_up = redis.call('ZCOUNT', K_due, string.format('%.0f', position), string.format('%.0f', now)) == 0
  end
  ordered = ordered + 2
  ready[ordered - 1], ready[ordered] = 0, struct.pack('>I4I6', priority, due) .. id
elseif due < maintenance then
  maintenance = due
end
