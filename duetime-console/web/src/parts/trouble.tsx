import type { QueueBrief } from '../api/types';
import { course, ends, rates } from '../state/course';
import { isStoreAway } from '../state/live';
import { w } from '../words';
import { local, number, span } from './text';
import { delayMs } from './when';

/** What should be looked at, the most urgent first. */
export const TROUBLES = ['noConsumer', 'targetDown', 'failing', 'atLimit', 'rateLimited', 'target', 'behind', 'dead', 'paused'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How long a job may be due before its queue is late. */
const LATE_MS = 10_000;

/** So many failed attempts in a minute are no accident. */
const MANY_FAILED = 3;

/** What is wrong with a queue, the most urgent first. */
export function troublesOf(queue: QueueBrief, at: number): Trouble[] {
  // What was counted before the store went away tells nothing of now.
  if (isStoreAway.value) return [];
  const all: Trouble[] = [];
  if (queue.paused) all.push('paused');
  else if (queue.targetDown) all.push('targetDown');
  else if (isLate(queue, at)) all.push(causeOf(queue));
  if (isFailing(queue)) all.push('failing');
  if (queue.counts.dead > 0) all.push('dead');
  return all.sort((a, b) => TROUBLES.indexOf(a) - TROUBLES.indexOf(b));
}

/** Whether most attempts of the last minute have failed. */
function isFailing({ queue }: QueueBrief): boolean {
  const { done, failed } = ends(queue);
  return failed >= MANY_FAILED && failed >= done;
}

/** Why a queue is late. */
function causeOf(queue: QueueBrief): Trouble {
  if (queue.maxRunning > 0 && queue.counts.running >= queue.maxRunning) return 'atLimit';
  if (queue.handOver) return 'target';
  // Consumers that are busy need not ask.
  if (queue.consumerCount === 0 && queue.counts.running === 0) return 'noConsumer';
  return isAtRate(queue) ? 'rateLimited' : 'behind';
}

/** So many starts must be allowed in the time that is watched to tell whether they were used. */
const TELLING = 5;
const USED_UP = 0.8;

/** Whether the queue starts about as many jobs as its rate allows. */
function isAtRate({ queue, rate, counts }: QueueBrief): boolean {
  const per = rate ? delayMs(rate.per) : null;
  if (!rate || !per) return false;
  const { seconds, begun } = course(queue);
  const allowed = (rate.permits * seconds * 1_000) / per;
  return allowed < TELLING ? counts.running === 0 : begun >= allowed * USED_UP;
}

/** The most urgent of the troubles of a queue; null if there are none. */
export const troubleOf = (queue: QueueBrief, at: number): Trouble | null => troublesOf(queue, at)[0] ?? null;

export function isLate(queue: QueueBrief, at: number): boolean {
  return queue.oldestReady !== null && at - new Date(queue.oldestReady).getTime() > LATE_MS;
}

/** How urgently a queue should be looked at; 0 is not at all. */
export function urgency(queue: QueueBrief, at: number): number {
  const trouble = troubleOf(queue, at);
  return trouble === null ? 0 : TROUBLES.length - TROUBLES.indexOf(trouble);
}

/** Says what is wrong, since when and why. */
export function sentenceOf(queue: QueueBrief, trouble: Trouble, at: number): string {
  const words = w();
  const since = queue.oldestReady && trouble !== 'dead' && trouble !== 'failing' && isLate(queue, at) ? new Date(queue.oldestReady) : null;
  const late = since ? `${words.trouble.late(local(since), span(at - since.getTime()), number(queue.counts.ready))} ` : '';
  return late + why(queue, trouble);
}

function why(queue: QueueBrief, trouble: Trouble): string {
  const words = w().trouble;
  switch (trouble) {
    case 'noConsumer':
      return words.noConsumer;
    case 'failing': {
      const { done, failed } = ends(queue.queue);
      return words.failing(number(failed), number(failed + done));
    }
    case 'atLimit':
      return words.atLimit(number(queue.maxRunning));
    case 'rateLimited':
      return words.rateLimited(number(queue.rate?.permits ?? 0), queue.rate?.per ?? '');
    case 'behind':
      if (queue.consumerCount === 0) return words.busy(number(queue.counts.running));
      return behind(queue);
    case 'target':
      return words.target(queue.handOver?.target ?? '');
    case 'targetDown':
      return words.targetDown(queue.targetDown?.target ?? '', queue.targetDown?.since ? local(queue.targetDown.since) : null);
    case 'dead':
      return words.dead(number(queue.counts.dead));
    case 'paused':
      return queue.pausedUntil ? words.pausedUntil(local(queue.pausedUntil)) : words.paused;
  }
}

/** How long a change must be watched before it is told. */
const WATCHED_S = 5;

/** Whether the consumers catch up, by how the number of due jobs has changed. */
function behind({ queue, consumerCount, counts }: QueueBrief): string {
  const words = w().trouble;
  const { seconds, drained } = course(queue);
  const done = words.behind(number(consumerCount), perSecond(rates(queue).out));
  if (seconds < WATCHED_S) return done;
  const change = drained / seconds;
  return `${done} ${change > 0 ? words.catchingUp(span((counts.ready / change) * 1_000)) : words.notCatchingUp}`;
}

/** A rate with a digit behind the point where it is small. */
export const perSecond = (rate: number): string => (rate > 0 && rate < 10 ? rate.toFixed(1) : number(Math.round(rate)));

const SHAPES: Record<Trouble, string> = {
  noConsumer: 'M8 1.5 15 14H1Zm-.8 4.3v4h1.6v-4Zm0 5.2v1.6h1.6V11Z',
  atLimit: 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 7h6v2H5Z',
  rateLimited: 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 7h6v2H5Z',
  target: 'M2 7h7V3.5L14 8l-5 4.5V9H2Z',
  targetDown: 'M2 7h5V3.5L11 8l-4 4.5V9H2Zm10-4h2v10h-2Z',
  failing: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5.4 4.2 4.2 5.4 6.8 8l-2.6 2.6 1.2 1.2L8 9.2l2.6 2.6 1.2-1.2L9.2 8l2.6-2.6-1.2-1.2L8 6.8Z',
  behind: 'M8 1.5 15 14H1Zm-.8 4.3v4h1.6v-4Zm0 5.2v1.6h1.6V11Z',
  dead: 'M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Zm.6 3.1L4.6 5.6 7 8l-2.4 2.4 1 1L8 9l2.4 2.4 1-1L9 8l2.4-2.4-1-1L8 7Z',
  paused: 'M4 3h3v10H4Zm5 0h3v10H9Z',
};

/** The name of a trouble, with a shape of its own. */
export function TroubleMark({ trouble }: { trouble: Trouble }) {
  return (
    <span class={`trouble trouble-${trouble}`}>
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d={SHAPES[trouble]} /></svg>
      {w().troubles[trouble]}
    </span>
  );
}
