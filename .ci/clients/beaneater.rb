# Debian's ruby-beaneater against a beanstalkd or a Duetime server: ruby beaneater.rb PORT
require 'beaneater'

def check(what, holds)
  abort "beaneater: #{what}" unless holds
end

client = Beaneater.new("127.0.0.1:#{ARGV[0]}")
tube = client.tubes['beaneater']
client.tubes.watch!('beaneater')

tube.put('hello', pri: 10, ttr: 60)
job = client.tubes.reserve(5)
check 'reserve', job.body == 'hello'
job.touch
job.release(pri: 5, delay: 0)
job = client.tubes.reserve
job.bury(pri: 3)
check 'peek-buried', tube.peek(:buried).id == job.id
check 'kick', tube.kick(10)[:status] == 'KICKED'
job = client.tubes.reserve
check 'stats-job', job.stats.state == 'reserved' && job.stats.tube == 'beaneater'
job.delete
begin
  client.tubes.reserve(0)
  check 'reserve-with-timeout', false
rescue Beaneater::TimedOutError
end

tube.put('later', delay: 1000)
later = tube.peek(:delayed)
check 'peek-delayed', later.body == 'later'
later.kick
check 'kick-job', tube.peek(:ready).id == later.id
later.delete
tube.pause(1)
check 'stats-tube', tube.stats.cmd_pause_tube == 1
check 'list-tubes', client.tubes.all.map(&:name).include?('beaneater')
check 'stats', client.stats.current_jobs_ready >= 0
client.close
