-- Counts calls where it is asked to.
-- keys: value count
-- arguments: whether to count: anything, or nothing
-- reply: how often it was counted
-- bounds: one key
-- include: second
-- rarely: outer (count, add)
if ARGV[1] then rarely().count() end
return rarely().add(NOTHING)
