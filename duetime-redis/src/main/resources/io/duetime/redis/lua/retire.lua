-- Seals a shard of an older epoch and counts what is left in it.
-- keys: meta jobs due leased dead forget copies aside leaving
-- arguments: the newest epoch, or 0 to leave it as it is
-- reply: now, fence, jobs, waiting, running, dead, remembered, leaving, aside, copies,
--   scheduled, claimed, acked, retried, leasesLost, died, deadDropped, expired, dropped,
--   cancelled, setAside
-- each: name, number
--   fence: the last one given
--   jobs: those of every state
--   leaving: jobs on their way out
--   aside: jobs set aside
--   copies: those still to be made
--   scheduled …: the counters of events (include/events.lua)
--   a row for each number of jobs that were redriven for a task, or have succeeded or failed since
-- bounds: one key; three fields for each task
-- include: events, retrying, go_on
local epoch = tonumber(ARGV[1])
if epoch > sealed then redis.call('HSET', K_meta, 'sealed', epoch) end
local reply = add_counted({ now, tonumber(meta[7] or 0), redis.call('HLEN', K_jobs), redis.call('ZCARD', K_due),
  redis.call('ZCARD', K_leased), redis.call('ZCARD', K_dead), redis.call('ZCOUNT', K_forget, '-inf', '(' .. number_text(RETRYING_FROM)),
  redis.call('HLEN', K_leaving), redis.call('HLEN', K_aside), redis.call('HLEN', K_copies) })
local fields = redis.call('HGETALL', K_meta)
for i = 1, #fields, 2 do
  local kind = string.match(fields[i], '^(%a+):')
  if kind == 'redriven' or kind == 'succeeded' or kind == 'failed' then
    reply[#reply + 1], reply[#reply + 2] = fields[i], tonumber(fields[i + 1])
  end
end
return reply
