-- Lets a call run even if memory has run out. The store refuses a script only by its first command that
-- writes; this command writes nothing and needs no memory, so that the following ones are not refused. Used
-- by calls that make room or keep a promise, not by calls that add jobs.
redis.call('HDEL', K_meta, '')
