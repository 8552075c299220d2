-- Answers every shape of reply.
-- keys: value
-- arguments: none
-- reply: nested
-- bounds: none
-- effect: reads
return { 1, 'two', { 'three', {}, { 4, false } }, false, { ok = 'FIVE' } }
