-- Has every call write something, so that WAIT and WAITAOF cover what an earlier call wrote where
-- this one finds nothing to change. Neither command needs memory, and together they change nothing.
-- include: wake
local finish_call = finish
finish = function()
  finish_call()
  redis.call('PEXPIRE', K_meta, 3600000)
  redis.call('PERSIST', K_meta)
end
