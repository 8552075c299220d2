-- How whole numbers become text. `%d` is faster, and is used where it is right up to 2^53.
-- include: layout
local WHOLE = string.format('%d', NEVER) == '9007199254740991' and '%d' or '%.0f'
