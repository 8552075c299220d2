-- Tells the other processes that watch a shard the result of a claim, and numbers the claim. Tells nothing
-- while they know that more jobs are ready and that is still true.
-- include: wake
local function tell_others(watches, claimed_all)
  local claims, is_more, knew = tonumber(meta[8] or 0) + 1, told <= now, meta[9] == '1'
  local has_news = watches and not (is_more and knew) and redis.call('ZCARD', K_watchers) > 1
  local handed = is_more and (knew or has_news)
  set_meta('claims', claims)
  set_meta('handed', handed and 1 or 0)
  if has_news then
    redis.call('PUBLISH', CHANNEL,
      string.format('%s%.0f %.0f', (claimed_all or is_more) and 'H' or 'P', claims, told))
  end
  return claims
end
