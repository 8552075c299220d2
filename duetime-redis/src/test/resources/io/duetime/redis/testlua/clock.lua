-- Says what time it is.
-- keys: value
-- arguments: none
-- reply: now in milliseconds
-- bounds: none
-- effect: reads
-- include: time
return now
