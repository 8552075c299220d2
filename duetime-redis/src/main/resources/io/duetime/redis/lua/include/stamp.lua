-- The moment of acceptance, with which the record of a job ends.
-- include: time
local now_bytes = struct.pack('>I6', now)
