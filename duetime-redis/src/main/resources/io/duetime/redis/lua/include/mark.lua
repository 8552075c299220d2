-- Makes every call write, so that WAIT and WAITAOF cover the writes of an earlier call if this one changes
-- nothing. Neither command needs memory, and together they change nothing.
-- include: wake
local finish_call = finish
finish = function()
  finish_call()
  redis.call('PEXPIRE', K_meta, 3600000)
  redis.call('PERSIST', K_meta)
end
