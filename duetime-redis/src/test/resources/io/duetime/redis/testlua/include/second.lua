-- What is needed once.
local NOTHING = 0
