-- Counts calls.
-- include: inner, second
local function count() return add(1) end
