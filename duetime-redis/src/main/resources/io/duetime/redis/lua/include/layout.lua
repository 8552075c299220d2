-- Numbers in what is stored, as constants: docs/formats/redis.md.
local NEVER = 9007199254740991
-- A moment behind all others. In `forget` it is added to the moments of cancelled jobs.
local SPAN = 17592186044416
local HAS_NONCE, HAS_PRIORITY, HAS_RETRY, HAS_EXPIRY = 1, 2, 4, 8
local HAS_RETENTION, HAS_TAGS, HAS_MAX_WAIT, IS_TICK = 16, 32, 64, 128
local WAITING, LEASED, DEAD, DONE, CANCELLED = 1, 2, 3, 4, 5
local IS_MARKED, HAS_MORE, IS_PLAIN = 1, 2, 4
local STATE = '>BBI4I8I6I6I6I6I6'
-- The states of plain leases. Redis keeps a hash of few and short values as a list, which it searches for each
-- field: one value of TABLE_BYTES makes it a table.
local PLAIN_HEAD, PLAIN_TAIL = '>BBI4I8', '>I6I6I6Bc0'
local HEAD_BYTES, STATE_BYTES, TABLE_BYTES = 14, 45, 65
