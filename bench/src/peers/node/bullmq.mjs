// The runs of Runs.java for BullMQ, measured in Node, and the processes of KillRun.java. Arguments:
// run, URI and process of the server, load. Writes a line for each figure, as Child.java does.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const BATCH = 500;
const CALLERS = 50;
const CONCURRENCY = 200;
const DAY = 24 * 3600 * 1000;
const RATE = 1000;
const SAMPLES = 500;
const SPACING = 15;
const CURVE = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9];

const [run, uri, pid, last] = process.argv.slice(2);
const port = Number(new URL(uri).port);
const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const put = (name, value) => fs.writeSync(1, `${name}\t${value}\n`);
const none = (name, reason) => fs.writeSync(1, `${name}\t-\t${reason}\n`);

// The clock of all others, but finer than a millisecond.
const startOfClock = (() => {
  const begun = Date.now();
  while (Date.now() === begun) { /* until it ticks */ }
  return Date.now() - performance.now();
})();
const now = () => startOfClock + performance.now();

let serial = 0;
const prefix = randomBytes(8).toString('hex').toUpperCase();
function jobOf(due) {
  const id = (prefix + (serial++).toString(36).padStart(26 - prefix.length, '0')).slice(0, 26);
  const payload = (id + due + randomBytes(50).toString('base64')).slice(0, 100);
  return { id, due, payload };
}
const readJob = (payload) => ({ id: payload.slice(0, 26), due: Number(payload.slice(26, 39)) });
const farDue = () => Date.now() + DAY + Math.floor(Math.random() * DAY);

function options(job) {
  const delay = Math.max(0, job.due - Date.now());
  return { delay, jobId: job.id, removeOnComplete: true, removeOnFail: true };
}
const schedule = (queue, job) => queue.add('bench', job.payload, options(job));
const scheduleAll = (queue, jobs) =>
  queue.addBulk(jobs.map((job) => ({ name: 'bench', data: job.payload, opts: options(job) })));

function consume(handler, concurrency = CONCURRENCY) {
  // A short lock, so that the jobs of a killed consumer come back within the time of a run.
  const worker = new Worker('bench', async (job) => handler(readJob(job.data), job), {
    connection, concurrency, lockDuration: 5000, stalledInterval: 2500, maxStalledCount: 100,
  });
  worker.on('error', (failure) => console.error(failure));
  return worker.waitUntilReady();
}

async function calling(callers, seconds, call) {
  let jobs = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, async () => {
    do {
      const made = await call(); // before jobs is read, which other callers change meanwhile
      jobs += made;
    } while (performance.now() - begun < seconds * 1000);
  }));
  return jobs / ((performance.now() - begun) / 1000);
}

async function fill(queue, load, jobs, due) {
  const until = Date.now() + load.loadSeconds * 1000;
  const all = [];
  let left = jobs;
  await Promise.all(Array.from({ length: 4 }, async () => {
    while (left > 0 && Date.now() < until) {
      const count = Math.min(BATCH, left);
      left -= count;
      const batch = Array.from({ length: count }, () => jobOf(due()));
      await scheduleAll(queue, batch);
      all.push(...batch);
    }
  }));
  return all;
}

class Arrivals {
  late = [];
  ids = new Set();
  early = 0;
  earliest = 0;
  doubled = 0;

  accept(job) {
    const early = job.due - Date.now();
    const late = now() - job.due;
    if (this.ids.has(job.id)) {
      this.doubled++;
      return;
    }
    this.ids.add(job.id);
    if (early > 0) {
      this.early++;
      this.earliest = Math.max(this.earliest, early);
    }
    this.late.push(Math.max(0, late));
  }

  async await(expected, due, seconds) {
    while (this.ids.size < expected && Date.now() < due + seconds * 1000) {
      await sleep(5);
    }
  }

  write(expected) {
    put('jobs', expected);
    put('lost', Math.max(0, expected - this.ids.size));
    put('doubled', this.doubled);
    put('early', this.early);
    put('earliest', this.earliest);
    if (this.late.length > 0) {
      const sorted = Float64Array.from(this.late).sort();
      const at = (percent) =>
        sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
      put('p50', at(50));
      put('p99', at(99));
      put('max', sorted[sorted.length - 1]);
      CURVE.forEach((percent) => put(`curve.${percent.toFixed(1)}`, at(percent)));
    }
  }
}

const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
function serverSeconds() {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
const cpu = () => ownSeconds() + serverSeconds();

async function redisNumber(section, field) {
  const redis = new Redis(connection);
  const info = await redis.info(section);
  redis.disconnect();
  return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)[1]);
}

const runs = {
  async schedule(queue, load) {
    const one = async () => {
      await schedule(queue, jobOf(farDue()));
      return 1;
    };
    await calling(CALLERS, Math.min(1, load.seconds), one);
    put('one', await calling(1, load.seconds, one));
    const before = cpu();
    const rate = await calling(CALLERS, load.seconds, one);
    put('fifty', rate);
    put('cpu', ((cpu() - before) * 1e6) / (rate * load.seconds));
    put('batch', await calling(4, load.seconds, async () => {
      await scheduleAll(queue, Array.from({ length: BATCH }, () => jobOf(farDue())));
      return BATCH;
    }));
  },

  async drain(queue, load) {
    const jobs = (await fill(queue, load, load.jobs, Date.now)).length;
    const arrivals = new Arrivals();
    const before = cpu();
    const begun = performance.now();
    await consume((job) => arrivals.accept(job));
    await arrivals.await(jobs, Date.now(), load.waitSeconds);
    const seconds = (performance.now() - begun) / 1000;
    put('jobs', arrivals.ids.size);
    put('rate', arrivals.ids.size / seconds);
    put('cpu', ((cpu() - before) * 1e6) / Math.max(1, arrivals.ids.size));
  },

  async steady(queue, load) {
    const warmUp = new Arrivals();
    const arrivals = new Arrivals();
    let begunMillis = Infinity;
    await consume((job) => (job.due < begunMillis ? warmUp : arrivals).accept(job));
    const before = await steadily(queue, Math.min(2, load.latenessSeconds), 1, 500);
    await warmUp.await(before, Date.now(), load.waitSeconds / 4);
    begunMillis = Date.now();
    const scheduled = await steadily(queue, load.latenessSeconds, 1000, 5000);
    put('rate', scheduled / load.latenessSeconds);
    await arrivals.await(scheduled, Date.now() + 5000, load.waitSeconds);
    arrivals.write(scheduled);
  },

  burst: (queue, load) => due(queue, load, load.burst, 1),

  wave: (queue, load) => due(queue, load, load.wave, 1000),

  async pending(queue, load) {
    const before = await redisNumber('memory', 'used_memory');
    let all = [];
    for (const jobs of [load.jobs / 100, load.jobs / 10, load.jobs].map(Math.floor)) {
      all.push(...(await fill(queue, load, jobs - all.length, farDue)));
      if (jobs === load.jobs) {
        put('pending', all.length);
        put('bytes', ((await redisNumber('memory', 'used_memory')) - before) / all.length);
      }
      await timed(`schedule.${all.length}`, all.length, () => schedule(queue, jobOf(farDue())));
      await timed(`move.${all.length}`, all.length, async (place) => {
        await (await queue.getJob(all[place].id)).changeDelay(farDue() - Date.now());
        return true;
      });
      const cancelled = new Set();
      await timed(`cancel.${all.length}`, all.length, (place) => {
        cancelled.add(all[place]);
        return queue.remove(all[place].id);
      });
      all = all.filter((job) => !cancelled.has(job));
    }
  },

  async idle(queue, load) {
    await fill(queue, load, 1000, farDue);
    for (let i = 0; i < 10; i++) {
      await consume(() => {}, 1);
    }
    await sleep(load.idleSeconds * 1000);
    const own = ownSeconds();
    const server = serverSeconds();
    const commands = await redisNumber('stats', 'total_commands_processed');
    await sleep(load.idleSeconds * 1000);
    const percent = 100 / load.idleSeconds;
    put('own', (ownSeconds() - own) * percent);
    put('server', (serverSeconds() - server) * percent);
    const later = await redisNumber('stats', 'total_commands_processed');
    put('commands', (later - commands) / load.idleSeconds);
  },

  async producer(queue) {
    const first = Date.now() + 3000;
    for (let i = 0; i < Number(last); i++) {
      const job = jobOf(first + i * SPACING);
      await schedule(queue, job);
      fs.writeSync(1, `${job.id}\n`);
    }
  },

  async consumer() {
    const file = fs.openSync(last, 'a');
    await consume(async (job) => {
      fs.writeSync(file, `${job.id}\n`);
      await sleep(1);
    });
    fs.writeSync(1, 'ready\n');
    await new Promise(() => {});
  },
};

async function steadily(queue, seconds, from, to) {
  let count = 0;
  const begun = performance.now();
  const adding = [];
  while (performance.now() - begun < seconds * 1000) {
    const expected = ((performance.now() - begun) * RATE) / 1000;
    for (; count < expected; count++) {
      const delay = from + Math.floor(Math.random() * (to - from));
      adding.push(schedule(queue, jobOf(Date.now() + delay)));
    }
    await sleep(1);
  }
  await Promise.all(adding);
  return count;
}

async function due(queue, load, jobs, within) {
  const arrivals = new Arrivals();
  await consume((job) => arrivals.accept(job));
  await sleep(500);
  const at = Date.now() + load.loadSeconds * 1000 + 1000;
  let next = 0;
  const all = await fill(queue, load, jobs, () => at + (next++ % within));
  await arrivals.await(all.length, at + within, load.waitSeconds);
  arrivals.write(all.length);
}

async function timed(name, size, change) {
  const micros = [];
  const samples = Math.min(SAMPLES, Math.max(1, Math.floor(size / 4)));
  const end = performance.now() + 3000;
  for (let i = 0; i < samples && performance.now() < end; i++) {
    const begun = performance.now();
    await change(Math.floor(size / samples) * i);
    if (i >= samples / 5) {
      micros.push((performance.now() - begun) * 1000);
    }
  }
  micros.sort((a, b) => a - b);
  put(`${name}.p50`, micros[Math.floor(micros.length / 2)]);
  put(`${name}.p99`, micros[Math.floor(micros.length * 0.99)]);
}

try {
  const load = Object.fromEntries(
    [...last.matchAll(/(\w+)=([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]));
  const queue = new Queue('bench', { connection });
  await queue.waitUntilReady();
  if (load.jobs) {
    await schedule(queue, jobOf(farDue()));
    await scheduleAll(queue, [jobOf(farDue())]);
  }
  await runs[run](queue, load);
  process.exit(0);
} catch (failure) {
  console.error(failure);
  none('error', String(failure).split('\n')[0]);
  process.exit(1);
}
