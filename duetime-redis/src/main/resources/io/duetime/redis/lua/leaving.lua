-- Tells which jobs of a shard are on their way to the newest epoch.
-- keys: meta leaving
-- arguments: none
-- reply: now
-- each: id, record, state
--   a row for each of them; state: empty where it was set aside
-- bounds: 100 jobs, about 4 MiB
-- effect: reads
-- include: leaving
return add_leaving({ now })
