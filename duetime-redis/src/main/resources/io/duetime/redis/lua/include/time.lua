-- The store's clock: now in whole milliseconds, rounded down, and in microseconds for fences.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local now_micros = clock[1] * 1000000 + clock[2]
