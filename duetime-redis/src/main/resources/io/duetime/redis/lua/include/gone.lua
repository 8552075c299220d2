-- Whether a state is that of a dead job that the settings no longer keep.
-- include: shard
local DEAD_STAGE, SINCE_FROM, SINCE_TO = 3, 33, 38

local function is_gone(state)
  return conf.deadRetention and state and string.byte(state, 1) == DEAD_STAGE
    and struct.unpack('>I6', string.sub(state, SINCE_FROM, SINCE_TO)) <= now - conf.deadRetention
end
