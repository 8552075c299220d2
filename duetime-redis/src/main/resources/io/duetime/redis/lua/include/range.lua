-- The range of a list or change. `clip` cuts it at the store's time: R what is due, D what is due later, A
-- all. A moment behind all others is given as 2^44.
-- include: page
local function range_of(at)
  local wanted = { from = tonumber(ARGV[at]), to = math.min(tonumber(ARGV[at + 1]), SPAN),
    after_moment = tonumber(ARGV[at + 3]), after_id = ARGV[at + 4], limit = tonumber(ARGV[at + 5]) }
  if ARGV[at + 2] == 'R' then wanted.to = math.min(wanted.to, now + 1) end
  if ARGV[at + 2] == 'D' then wanted.from = math.max(wanted.from, now + 1) end
  return wanted
end
