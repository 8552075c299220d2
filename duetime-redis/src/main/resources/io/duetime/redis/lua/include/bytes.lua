-- How many bytes of records a script reads; it ends with the record that reaches them.
local BYTES = 4194304
-- How many jobs a claim looks at first, while it does not know how large they are.
local FIRST_LOOK = 16
