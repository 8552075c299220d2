-- The clock of a test that moves time itself: the last argument is now, in milliseconds.
local now = tonumber(ARGV[#ARGV])
local now_micros = now * 1000
