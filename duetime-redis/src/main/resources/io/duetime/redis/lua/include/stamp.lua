-- When a job is accepted, as its record ends with it.
-- include: time
local now_bytes = struct.pack('>I6', now)
