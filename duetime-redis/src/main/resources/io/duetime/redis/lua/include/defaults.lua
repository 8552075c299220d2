-- Completes a request with the defaults of the queue's settings.
-- include: shard, record
local function with_defaults(record)
  local flags = string.byte(record, 2)
  local at = 3
  if bit.band(flags, HAS_NONCE) ~= 0 then at = at + 8 end
  local before, priority, retry = string.sub(record, 3, at - 1), '', ''
  if bit.band(flags, HAS_PRIORITY) ~= 0 then
    priority, at = string.sub(record, at, at + 3), at + 4
  elseif conf.priority then
    priority, flags = struct.pack('>I4', conf.priority), flags + HAS_PRIORITY
  end
  if bit.band(flags, HAS_RETRY) == 0 and conf.retry then
    retry, flags = struct.pack('>I2c0', #conf.retry, conf.retry), flags + HAS_RETRY
  end
  return string.sub(record, 1, 1) .. string.char(flags) .. before .. priority .. retry
    .. string.sub(record, at)
end
