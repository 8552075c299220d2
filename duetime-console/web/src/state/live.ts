import { computed, effect, signal } from '@preact/signals';
import { call, session } from '../api/client';
import { follow } from '../api/events';
import type { Finding, Problems, QueueBrief, QueueProblem, Task } from '../api/types';
import { forget, forgetAll, forgetOthers, note } from './course';
import { isFrozen, told } from './now';

/** The queues as the server last told, by name. Replaced as a whole at each change. */
export const queues = signal<ReadonlyMap<string, QueueBrief>>(new Map());
export const tasks = signal<ReadonlyMap<string, Task>>(new Map());
export const warnings = signal<ReadonlyMap<string, Finding>>(new Map());
/** What is wrong, as the server judges it, the most harmful first; and when it did. */
export const problems = signal<readonly QueueProblem[]>([]);
export const judgedAt = signal(0);

/** Since when the numbers on the page are old; null while the stream is open. */
export const staleSince = signal<Date | null>(null);
export const isOpen = signal(false);
/** Why the server refuses the stream; null if it gave no reason. */
export const refusedFor = signal<string | null>(null);
/** Whether the server says that the store does not answer; its counts are old then. */
export const isStoreAway = signal(false);
/** Whether the first queues have come. */
export const isKnown = signal(false);

export const names = computed(() => [...queues.value.keys()].sort());

/** Whether the stream tells all queues; it tells 1,000. The others are read every 10 s. */
export const isEachTold = signal(true);
const REST_MS = 10_000;

interface QueuesEvent {
  snapshot: boolean;
  complete: boolean;
  queues: QueueBrief[];
  deleted: string[];
}

let end: (() => void) | undefined;
/** When the stream last told of a queue, or of its end, by the browser's own clock. */
const toldAt = new Map<string, number>();

/** Opens the stream of events, and again at each sign-in. */
export function start(): void {
  effect(() => {
    isFrozen.value = staleSince.value !== null;
    document.body.classList.toggle('frozen', isFrozen.value);
  });
  effect(() => {
    void session.value;
    end?.();
    queues.value = new Map();
    tasks.value = new Map();
    warnings.value = new Map();
    problems.value = [];
    forgetAll();
    isKnown.value = false;
    staleSince.value = null;
    end = follow('v1/events', {
      opened() {
        isOpen.value = true;
        isStoreAway.value = false;
        refusedFor.value = null;
        staleSince.value = null;
        void call<{ now: string }>('GET', 'v1/store/clock').then((clock) => told(clock.now), () => {});
      },
      lost(reason) {
        isOpen.value = false;
        isStoreAway.value = false;
        refusedFor.value = reason;
        staleSince.value ??= new Date();
      },
      event({ name, data }) {
        if (name === 'queues') takeQueues(JSON.parse(data));
        if (name === 'task') takeTask(JSON.parse(data));
        if (name === 'warning') takeWarning(JSON.parse(data));
        if (name === 'problems') takeProblems(JSON.parse(data));
        if (name === 'store') takeStore(JSON.parse(data));
      },
    });
  });
  effect(() => {
    const asked = session.value;
    if (isEachTold.value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const again = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await readRest(asked);
      if (!isOver) timer = setTimeout(() => void again(), REST_MS);
    };
    void again();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  });
}

function takeQueues(event: QueuesEvent): void {
  const next = new Map(event.snapshot && event.complete ? [] : queues.peek());
  const at = performance.now();
  // What was not seen while there was no stream has no rate.
  if (event.snapshot) forgetAll();
  if (event.complete) toldAt.clear();
  for (const queue of event.queues) {
    if (!event.complete) toldAt.set(queue.queue, at);
    next.set(queue.queue, queue);
    note(queue);
  }
  for (const name of event.deleted) {
    if (!event.complete) toldAt.set(name, at);
    next.delete(name);
    forget(name);
  }
  queues.value = next;
  isEachTold.value = event.complete;
  isKnown.value = true;
}

/** Reads all queues, as the stream does not tell each. What it has told since then is newer. */
async function readRest(asked: number): Promise<void> {
  const since = performance.now();
  const rest = new Map<string, QueueBrief>();
  let cursor: string | null = '';
  try {
    while (cursor !== null) {
      const page: { queues: QueueBrief[]; cursor: string | null } = await call('GET', 'v1/queues', { query: { cursor, limit: 1_000 } });
      for (const queue of page.queues) rest.set(queue.queue, queue);
      cursor = page.cursor;
    }
  } catch {
    // The stream tells of a lost connection.
    return;
  }
  if (asked !== session.peek()) return;
  for (const [name, at] of toldAt) {
    const newer = queues.peek().get(name);
    if (at < since) toldAt.delete(name);
    else if (newer) rest.set(name, newer);
    else rest.delete(name);
  }
  for (const queue of rest.values()) if (!toldAt.has(queue.queue)) note(queue);
  forgetOthers(rest);
  queues.value = rest;
}

/** As many as a server keeps. */
const MOST_TASKS = 100;

function takeTask(task: Task): void {
  const next = new Map(tasks.peek());
  // The one that changed last is the last.
  next.delete(task.id);
  next.set(task.id, task);
  for (const id of next.keys()) if (next.size > MOST_TASKS) next.delete(id);
  tasks.value = next;
}

function takeStore({ answers }: { answers: boolean }): void {
  isStoreAway.value = !answers;
  if (answers) staleSince.value = null;
  else staleSince.value ??= new Date();
}

function takeProblems(judged: Problems): void {
  if (judged.asOf) judgedAt.value = new Date(judged.asOf).getTime();
  problems.value = judged.problems;
}

function takeWarning(finding: Finding): void {
  const next = new Map(warnings.peek());
  if (finding.verdict === 'OK') next.delete(finding.check);
  else next.set(finding.check, finding);
  warnings.value = next;
}
