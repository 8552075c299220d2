// BullMQ as Peer.java describes peers, in Node. Arguments: URI of Redis, and for a consumer that is
// killed the file that gets the id of each job before it is acknowledged. Without that it reads
// requests, JSON a line each, and writes a line of whole numbers for each answer, and for each job
// that has come its id, due time, and lateness in microseconds.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import readline from 'node:readline';
import { Queue, Worker } from 'bullmq';

const DAY = 24 * 3600 * 1000;
const FAR = { atMillis: 0, fromMillis: DAY, toMillis: 2 * DAY };
const CONCURRENCY = 200;
const FLUSH_MILLIS = 5;
const SAMPLES = 500;
const SAMPLING_MILLIS = 3000;

const [uri, file] = process.argv.slice(2);
const connection = { host: '127.0.0.1', port: Number(new URL(uri).port), maxRetriesPerRequest: null };
const queue = new Queue('bench', { connection });
const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const write = (line) => process.stdout.write(`${line}\n`);
let waiting = [];

// The clock of all others, but finer than a millisecond.
const startOfClock = (() => {
  const begun = Date.now();
  while (Date.now() === begun) { /* until it ticks */ }
  return Date.now() - performance.now();
})();
const now = () => Math.max(Date.now(), startOfClock + performance.now());

let serial = 0;
const prefix = randomBytes(8).toString('hex').toUpperCase();
function jobOf({ atMillis, fromMillis, toMillis }) {
  const id = (prefix + (serial++).toString(36).padStart(26 - prefix.length, '0')).slice(0, 26);
  const delay = fromMillis + Math.floor(Math.random() * (toMillis - fromMillis));
  const due = (atMillis || Date.now()) + delay;
  return { id, due, payload: (id + due + randomBytes(50).toString('base64')).slice(0, 100) };
}

function options({ id, due }) {
  const delay = Math.max(0, due - Date.now());
  return { delay, jobId: id, removeOnComplete: true, removeOnFail: true };
}
const add = (job) => queue.add('bench', job.payload, options(job));
const addAll = (jobs) =>
  queue.addBulk(jobs.map((job) => ({ name: 'bench', data: job.payload, opts: options(job) })));

async function schedule(plan, count) {
  const jobs = Array.from({ length: count }, () => jobOf(plan.dues));
  await (plan.size === 1 ? add(jobs[0]) : addAll(jobs));
  if (plan.jobs > 0) {
    waiting.push(...jobs);
  }
}

function consume(concurrency, handler) {
  // A short lock, so that the jobs of a killed consumer come back within the time of a run.
  const handle = ({ data }) => handler(data.slice(0, 26), Number(data.slice(26, 39)));
  const worker = new Worker('bench', handle, {
    connection, concurrency, lockDuration: 5000, stalledInterval: 2500, maxStalledCount: 100,
  });
  worker.on('error', (failure) => console.error(failure));
  return worker.waitUntilReady();
}

// Jobs that have come are written some at a time, to cost them little.
let come = [];
function came(id, due) {
  if (come.length === 0) {
    setTimeout(() => {
      write(come.join('\n'));
      come = [];
    }, FLUSH_MILLIS);
  }
  come.push(`job ${id} ${due} ${Math.floor((now() - due) * 1000)}`);
}

const requests = {
  async schedule(plan) {
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    let count = 0;
    if (plan.perSecond > 0) {
      const calls = [];
      while (seconds() < plan.seconds) {
        for (; count < seconds() * plan.perSecond; count++) {
          calls.push(schedule(plan, 1));
        }
        await sleep(1);
      }
      await Promise.all(calls);
      return [count];
    }
    let left = plan.jobs || Infinity;
    await Promise.all(Array.from({ length: plan.callers }, async () => {
      while (left > 0 && seconds() < plan.seconds) {
        const jobs = Math.min(plan.size, left);
        left -= jobs;
        await schedule(plan, jobs);
        count += jobs;
      }
    }));
    return [count];
  },

  async consume(consumers) {
    await consume(consumers, came);
    return [consumers];
  },

  async change(kind) {
    const calls = {
      SCHEDULE: () => add(jobOf(FAR)),
      MOVE: async ({ id }) => {
        await (await queue.getJob(id)).changeDelay(jobOf(FAR).due - Date.now());
        return true;
      },
      CANCEL: ({ id }) => queue.remove(id),
    };
    const samples = Math.min(SAMPLES, Math.floor(waiting.length / 4));
    const changed = new Set();
    const micros = [];
    let failed = 0;
    const end = performance.now() + SAMPLING_MILLIS;
    for (let i = 0; i < samples && performance.now() < end; i++) {
      const job = waiting[Math.floor(waiting.length / samples) * i];
      const begun = performance.now();
      failed += (await calls[kind](job)) ? 0 : 1;
      micros.push(Math.round((performance.now() - begun) * 1000));
      changed.add(job);
    }
    if (kind === 'CANCEL') {
      waiting = waiting.filter((job) => !changed.has(job));
    }
    return [failed, ...micros];
  },
};

await queue.waitUntilReady();
if (file) {
  const ids = fs.openSync(file, 'a');
  await consume(CONCURRENCY, async (id) => {
    fs.writeSync(ids, `${id}\n`);
    await sleep(1);
  });
  write('ready');
} else {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { request, value } = JSON.parse(line);
    write((await requests[request](value)).join(' '));
  }
  process.exit(0);
}
