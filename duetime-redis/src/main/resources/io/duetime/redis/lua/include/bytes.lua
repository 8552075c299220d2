-- How many bytes of records a script reads; it ends with the record that reaches them.
local BYTES = 4194304
