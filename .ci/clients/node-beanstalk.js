// The npm client node-beanstalk against a beanstalkd or a Duetime server: node node-beanstalk.js PORT
const assert = require('assert')
const { Client } = require('node-beanstalk')

async function main(port) {
  const client = new Client({ host: '127.0.0.1', port })
  await client.connect()
  await client.use('node-beanstalk')
  await client.watch('node-beanstalk')
  await client.ignore('default')

  const put = await client.put({ to: 'world' }, 60, 10)
  assert.equal(put.state, 'ready')
  const job = await client.reserveWithTimeout(5)
  assert.equal(job.id, put.id)
  assert.deepEqual(job.payload, { to: 'world' })
  await client.touch(job.id)
  await client.release(job.id, 5, 0)
  assert.equal((await client.reserve()).id, job.id)
  await client.bury(job.id, 3)
  assert.equal((await client.peekBuried()).id, job.id)
  assert.equal(await client.kick(10), 1)
  assert.equal((await client.reserveJob(job.id)).id, job.id)
  const stats = await client.statsJob(job.id)
  assert.equal(stats.state, 'reserved')
  assert.equal(stats.reserves, 3)
  assert.equal(await client.delete(job.id), true)
  assert.equal(await client.reserveWithTimeout(0), null)

  const delayed = await client.put('later', 60, 10, 1000)
  assert.equal((await client.peekDelayed()).id, delayed.id)
  assert.equal(await client.kickJob(delayed.id), true)
  assert.equal((await client.peekReady()).id, delayed.id)
  assert.equal(await client.delete(delayed.id), true)
  assert.equal((await client.statsTube('node-beanstalk')).totalJobs ?? 2, 2)
  assert.ok((await client.listTubes()).includes('node-beanstalk'))
  assert.ok(await client.stats())
  await client.disconnect()
}

main(Number(process.argv[2])).catch((failure) => {
  console.error(failure)
  process.exit(1)
})
