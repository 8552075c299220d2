import type { QueueBrief } from '../api/types';
import { rates } from '../state/live';
import { w } from '../words';
import { local, number, span } from './text';

/** What should be looked at, the most urgent first. */
export const TROUBLES = ['noConsumer', 'atLimit', 'rateLimited', 'behind', 'dead', 'paused'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How long a job may be due before its queue is late. */
const LATE_MS = 10_000;

/** What is wrong with a queue, the most urgent first. */
export function troublesOf(queue: QueueBrief, at: number): Trouble[] {
  const all: Trouble[] = [];
  if (!queue.paused && isLate(queue, at)) all.push(causeOf(queue));
  if (queue.counts.dead > 0) all.push('dead');
  if (queue.paused) all.push('paused');
  return all;
}

/** Why a queue is late. */
function causeOf(queue: QueueBrief): Trouble {
  if (queue.maxRunning > 0 && queue.counts.running >= queue.maxRunning) return 'atLimit';
  // Consumers that are busy need not ask.
  if (queue.consumerCount === 0 && queue.counts.running === 0) return 'noConsumer';
  return queue.rate ? 'rateLimited' : 'behind';
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
  const since = queue.oldestReady && trouble !== 'dead' && isLate(queue, at) ? new Date(queue.oldestReady) : null;
  const late = since ? `${words.trouble.late(local(since), span(at - since.getTime()), number(queue.counts.ready))} ` : '';
  return late + why(queue, trouble);
}

function why(queue: QueueBrief, trouble: Trouble): string {
  const words = w().trouble;
  const { in: arriving, out } = rates(queue.queue);
  switch (trouble) {
    case 'noConsumer':
      return words.noConsumer;
    case 'atLimit':
      return words.atLimit(number(queue.maxRunning));
    case 'rateLimited':
      return words.rateLimited(`${number(queue.rate?.permits ?? 0)} / ${queue.rate?.per ?? ''}`);
    case 'behind':
      if (queue.consumerCount === 0) return words.busy(number(queue.counts.running));
      return out > arriving
        ? words.catchingUp(number(queue.consumerCount), span((queue.counts.ready / (out - arriving)) * 1_000))
        : words.behind(number(queue.consumerCount), perSecond(out), perSecond(arriving));
    case 'dead':
      return words.dead(number(queue.counts.dead));
    case 'paused':
      return queue.pausedUntil ? words.pausedUntil(local(queue.pausedUntil)) : words.paused;
  }
}

/** A rate with a digit behind the point where it is small. */
export const perSecond = (rate: number): string => (rate > 0 && rate < 10 ? rate.toFixed(1) : number(Math.round(rate)));

const SHAPES: Record<Trouble, string> = {
  noConsumer: 'M8 1.5 15 14H1Zm-.8 4.3v4h1.6v-4Zm0 5.2v1.6h1.6V11Z',
  atLimit: 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 7h6v2H5Z',
  rateLimited: 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 7h6v2H5Z',
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
