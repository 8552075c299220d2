-- Counts calls where it is asked to.
-- keys: count
-- arguments: whether to count: anything, or nothing
-- reply: how often it was counted
-- bounds: one key
-- otherwise: put
if ARGV[1] then return {} end
return 0
