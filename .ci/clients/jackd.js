// The npm client jackd against a beanstalkd or a Duetime server: node jackd.js PORT
const assert = require('assert')
const Jackd = require('jackd')

async function main(port) {
  const producer = new Jackd()
  const worker = new Jackd()
  await producer.connect({ host: '127.0.0.1', port })
  await worker.connect({ host: '127.0.0.1', port })
  assert.equal(await producer.use('jackd'), 'jackd')
  assert.equal(await worker.watch('jackd'), 2)
  assert.equal(await worker.ignore('default'), 1)

  const waiting = worker.reserve()
  const id = await producer.put({ to: 'world' }, { priority: 10, ttr: 60 })
  const job = await waiting
  assert.equal(job.id, id)
  assert.deepEqual(JSON.parse(job.payload.toString()), { to: 'world' })
  await worker.touch(id)
  await worker.release(id, { priority: 5, delay: 0 })
  assert.equal((await worker.reserveWithTimeout(5)).id, id)
  await worker.bury(id, 3)
  assert.equal((await producer.peekBuried()).id, id)
  assert.equal(await producer.kick(10), 1)
  assert.equal((await worker.reserve()).id, id)
  assert.match(await producer.statsJob(id), /state: reserved/)
  await worker.delete(id)
  await assert.rejects(worker.delete(id), /NOT_FOUND/)
  await assert.rejects(worker.reserveWithTimeout(0), /TIMED_OUT/)

  const delayed = await producer.put('later', { delay: 1000 })
  assert.equal((await producer.peekDelayed()).id, delayed)
  await producer.kickJob(delayed)
  assert.equal((await worker.reserve()).payload.toString(), 'later')
  await worker.delete(delayed)

  const ids = await Promise.all([...Array(100).keys()].map((i) => producer.put(String(i))))
  assert.equal(new Set(ids).size, 100)
  for (let i = 0; i < 100; i++) {
    await worker.delete((await worker.reserve()).id)
  }
  assert.match(await producer.statsTube('jackd'), /total-jobs: 102/)
  assert.match(await producer.stats(), /current-jobs-ready: \d/)
  assert.match(await producer.listTubes(), /- jackd/)
  await producer.disconnect()
  await worker.disconnect()
}

main(Number(process.argv[2])).catch((failure) => {
  console.error(failure)
  process.exit(1)
})
