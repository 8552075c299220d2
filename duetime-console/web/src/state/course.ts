import type { QueueBrief } from '../api/types';

/** How the events of a queue have grown, and how many jobs were due. */
interface Sample {
  at: number;
  scheduled: number;
  done: number;
  failed: number;
  claimed: number;
  ready: number;
}

/** The samples of each queue over the last minute, the newest last. */
const samples = new Map<string, Sample[]>();
const KEPT_MS = 62_000;
const RATE_MS = 10_000;
const TREND_STEPS = 30;
const TREND_MS = 60_000;

export const forgetAll = (): void => samples.clear();
export const forget = (queue: string): void => void samples.delete(queue);

/** Forgets the queues that are no more. */
export function forgetOthers(queues: ReadonlyMap<string, QueueBrief>): void {
  for (const name of samples.keys()) if (!queues.has(name)) samples.delete(name);
}

/** Notes the events of a queue as they were just told. */
export function note(queue: QueueBrief): void {
  const at = Date.now();
  const kept = samples.get(queue.queue) ?? [];
  kept.push({ at, scheduled: queue.events.scheduled, done: queue.events.acked, failed: queue.events.retried + queue.events.died, claimed: queue.events.claimed, ready: queue.counts.ready });
  while (kept.length > 2 && (kept[1]?.at ?? at) < at - KEPT_MS) kept.shift();
  samples.set(queue.queue, kept);
}

/** The last sample at a moment or before; the first one where there is none. */
function sampleAt(kept: readonly Sample[], at: number): Sample | undefined {
  let found = kept[0];
  for (const sample of kept) {
    if (sample.at > at) break;
    found = sample;
  }
  return found;
}

export interface Rates {
  in: number;
  out: number;
  failed: number;
}

const NONE: Rates = { in: 0, out: 0, failed: 0 };

/** Jobs scheduled and done, and attempts failed, a second, over the last 10 s. */
export function rates(queue: string): Rates {
  const kept = samples.get(queue) ?? [];
  const last = kept[kept.length - 1];
  const at = Date.now();
  const base = sampleAt(kept, at - RATE_MS);
  if (!last || !base || last === base) return NONE;
  const seconds = Math.max(1, (at - Math.max(base.at, at - RATE_MS)) / 1_000);
  const grown = (of: (sample: Sample) => number): number => Math.max(0, of(last) - of(base)) / seconds;
  return { in: grown((each) => each.scheduled), out: grown((each) => each.done), failed: grown((each) => each.failed) };
}

/** What happened at a queue in the last minute, or since it is watched. */
export interface Course {
  seconds: number;
  /** Attempts that began. */
  begun: number;
  /** By how much the due jobs became fewer. */
  drained: number;
}

export function course(queue: string): Course {
  const kept = samples.get(queue) ?? [];
  const last = kept[kept.length - 1];
  const at = Date.now();
  const base = sampleAt(kept, at - TREND_MS);
  if (!last || !base) return { seconds: 0, begun: 0, drained: 0 };
  const seconds = (at - Math.max(base.at, at - TREND_MS)) / 1_000;
  return { seconds, begun: Math.max(0, last.claimed - base.claimed), drained: base.ready - last.ready };
}

/** How the attempts of the last minute ended. */
export interface Ends {
  done: number;
  failed: number;
}

export function ends(queue: string): Ends {
  const kept = samples.get(queue) ?? [];
  const last = kept[kept.length - 1];
  const base = sampleAt(kept, Date.now() - TREND_MS);
  if (!last || !base) return { done: 0, failed: 0 };
  return { done: Math.max(0, last.done - base.done), failed: Math.max(0, last.failed - base.failed) };
}

/** What was scheduled and done in each step of the last minute, the newest last. */
export interface Trend {
  in: number[];
  out: number[];
}

export function trend(queue: string): Trend {
  const kept = samples.get(queue) ?? [];
  const steps: Trend = { in: [], out: [] };
  if (kept.length < 2) return steps;
  const step = TREND_MS / TREND_STEPS;
  // Whole steps, so that the lines move and do not tremble.
  const until = Math.floor(Date.now() / step) * step;
  let before = sampleAt(kept, until - TREND_MS);
  for (let i = 1; i <= TREND_STEPS; i++) {
    const next = sampleAt(kept, until - TREND_MS + i * step);
    steps.in.push(Math.max(0, (next?.scheduled ?? 0) - (before?.scheduled ?? 0)));
    steps.out.push(Math.max(0, (next?.done ?? 0) - (before?.done ?? 0)));
    before = next;
  }
  return steps;
}
