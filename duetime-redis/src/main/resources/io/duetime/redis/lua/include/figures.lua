-- Figures of a minute or an hour of the past: jobs claimed, sum and maximum of their lateness; then, where any ended,
-- attempts that succeeded and that failed. Versions before these ignore and lose them.
local function figures_of(text)
  local ran, sum, max, done, failed = string.match(text or '0,0,0', '(%d+),(%d+),(%d+),?(%d*),?(%d*)')
  return tonumber(ran), tonumber(sum), tonumber(max), tonumber(done) or 0, tonumber(failed) or 0
end

local function plus_figures(some, more)
  local ran, sum, max, done, failed = figures_of(some)
  local more_ran, more_sum, other_max, more_done, more_failed = figures_of(more)
  done, failed = done + more_done, failed + more_failed
  local claimed = string.format('%.0f,%.0f,%.0f', ran + more_ran, sum + more_sum, math.max(max, other_max))
  return done + failed == 0 and claimed or string.format('%s,%.0f,%.0f', claimed, done, failed)
end

-- Those of the minute in which counters of ends had other values at its beginning.
local function ended_figures(acked, failed, acked_before, failed_before)
  return string.format('0,0,0,%.0f,%.0f', math.max(0, (acked or 0) - (acked_before or 0)),
    math.max(0, (failed or 0) - (failed_before or 0)))
end
