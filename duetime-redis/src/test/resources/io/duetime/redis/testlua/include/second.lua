-- What nobody needs twice.
local NOTHING = 0
