import { computed } from '@preact/signals';
import type { QueueBrief, QueueProblem } from '../api/types';
import { judgedAt, problems } from '../state/live';
import { w } from '../words';
import { local, number, span } from './text';

/** What can be wrong; the server judges it. */
export type Kind = QueueProblem['kind'];
export const KINDS: readonly Kind[] = ['STORE', 'DAMAGED', 'CLOCK', 'NO_CONSUMER', 'HANDLERS_BUSY', 'HANDLERS_ABANDONED', 'FAILING', 'BEHIND', 'LIMITED', 'PAUSED', 'DEAD', 'TARGET_DOWN', 'DESTINATION_MISSING'];

interface Ranked {
  rank: number;
  problems: QueueProblem[];
}

/** The problems of each queue, the most harmful first, and the place of that one among all. */
const byQueue = computed(() => {
  const found = new Map<string, Ranked>();
  problems.value.forEach((problem, rank) => {
    for (const queue of problem.queue ? [problem.queue] : (problem.queues ?? [])) {
      const known = found.get(queue);
      if (known) known.problems.push(problem);
      else found.set(queue, { rank, problems: [problem] });
    }
  });
  return found;
});

export const problemsOf = (queue: string): readonly QueueProblem[] => byQueue.value.get(queue)?.problems ?? [];

/** What the list names of a queue: its most harmful problem, or that it is paused. */
export const kindOf = ({ queue, paused }: QueueBrief): Kind | undefined => problemsOf(queue)[0]?.kind ?? (paused ? 'PAUSED' : undefined);

/** How urgently a queue should be looked at; 0 is not at all. */
export const urgency = (queue: string): number => problems.value.length - (byQueue.value.get(queue)?.rank ?? problems.value.length);

/** Says what is wrong, since when and why. */
export function sentenceOf(problem: QueueProblem): string {
  const { jobs, lateMs, known } = problem;
  const words = w().trouble;
  const oldest = new Date(judgedAt.value - lateMs);
  const late = lateMs ? `${words.late(local(oldest), span(lateMs), number(jobs))} ` : '';
  return late + why(problem) + (known ? ` ${words.known(local(known.until), known.by, known.note)}` : '');
}

function why({ kind, cause, jobs, since, target, details }: QueueProblem): string {
  const words = w().trouble;
  const fact = (name: string): string => details[name] ?? '';
  const told = (): string => (details['lastSuccessAt'] ? ` ${words.lastSuccess(local(details['lastSuccessAt']))}` : '') + (details['failure'] ? ` ${details['failure']}` : '');
  switch (kind) {
    case 'NO_CONSUMER':
      return words.noConsumer;
    case 'HANDLERS_BUSY':
      return words.busy(fact('running'));
    case 'HANDLERS_ABANDONED':
      return words.abandoned(fact('abandoned'), fact('process'), fact('jobIds'));
    case 'FAILING':
      return words.failing(fact('failed'), fact('ended'));
    case 'BEHIND':
      return words.behind(fact('consumers'));
    case 'LIMITED':
      return details['rate'] ? words.rateLimited(details['rate']) : words.atLimit(fact('maxRunning'));
    case 'PAUSED':
      return details['until'] ? words.pausedUntil(local(details['until'])) : words.paused;
    case 'DEAD':
      return words.dead(number(jobs));
    case 'TARGET_DOWN':
      return words.targetDown(target ?? '', local(since)) + told();
    case 'DESTINATION_MISSING':
      return words.missing(target ?? '') + told();
    default:
      return cause;
  }
}

/** A rate with a digit behind the point where it is small. */
export const perSecond = (rate: number): string => (rate > 0 && rate < 10 ? rate.toFixed(1) : number(Math.round(rate)));

const LATE = 'M8 1.5 15 14H1Zm-.8 4.3v4h1.6v-4Zm0 5.2v1.6h1.6V11Z';
const LIMIT = 'M2 3h2v10H2Zm10 0h2v10h-2ZM5 7h6v2H5Z';
const TARGET = 'M2 7h5V3.5L11 8l-4 4.5V9H2Zm10-4h2v10h-2Z';
const FAILED = 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5.4 4.2 4.2 5.4 6.8 8l-2.6 2.6 1.2 1.2L8 9.2l2.6 2.6 1.2-1.2L9.2 8l2.6-2.6-1.2-1.2L8 6.8Z';
const SHAPES: Partial<Record<Kind, string>> = {
  HANDLERS_BUSY: LIMIT, LIMITED: LIMIT, TARGET_DOWN: TARGET, DESTINATION_MISSING: TARGET, FAILING: FAILED, HANDLERS_ABANDONED: FAILED,
  DEAD: 'M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Zm.6 3.1L4.6 5.6 7 8l-2.4 2.4 1 1L8 9l2.4 2.4 1-1L9 8l2.4-2.4-1-1L8 7Z',
  PAUSED: 'M4 3h3v10H4Zm5 0h3v10H9Z',
};

/** How bad a kind looks. */
export const toneOf = (kind: Kind): string => (kind === 'PAUSED' ? 'paused' : kind === 'LIMITED' || kind === 'HANDLERS_BUSY' ? 'ready' : 'dead');

/** The name of a kind, with a shape of its own. */
export function TroubleMark({ kind }: { kind: Kind }) {
  return (
    <span class={`trouble trouble-${toneOf(kind)}`}>
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d={SHAPES[kind] ?? LATE} /></svg>
      {w().troubles[kind]}
    </span>
  );
}
