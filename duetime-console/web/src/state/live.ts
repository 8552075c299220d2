import { computed, signal } from '@preact/signals';
import { follow } from '../api/events';
import type { Finding, QueueBrief, Task } from '../api/types';

/** The queues as the server last told, by name. Replaced as a whole at each change. */
export const queues = signal<ReadonlyMap<string, QueueBrief>>(new Map());
export const complete = signal(true);
export const tasks = signal<ReadonlyMap<string, Task>>(new Map());
export const warnings = signal<ReadonlyMap<string, Finding>>(new Map());

/** Since when the numbers on the page are old; null while the stream is open. */
export const staleSince = signal<Date | null>(null);
export const isOpen = signal(false);

/** Waiting jobs of each queue at the last looks, for sparklines: the newest is last. */
export const trail = new Map<string, number[]>();
const TRAIL = 40;

export const names = computed(() => [...queues.value.keys()].sort());

interface QueuesEvent {
  snapshot: boolean;
  complete: boolean;
  queues: QueueBrief[];
  deleted: string[];
}

let end: (() => void) | undefined;

/** Opens the stream of events, again if it was open with another token. */
export function start(): void {
  end?.();
  queues.value = new Map();
  tasks.value = new Map();
  warnings.value = new Map();
  end = follow('v1/events', {
    opened() {
      isOpen.value = true;
      staleSince.value = null;
    },
    lost() {
      isOpen.value = false;
      staleSince.value ??= new Date();
    },
    event({ name, data }) {
      if (name === 'queues') takeQueues(JSON.parse(data));
      if (name === 'task') takeTask(JSON.parse(data));
      if (name === 'warning') takeWarning(JSON.parse(data));
    },
  });
}

function takeQueues(event: QueuesEvent): void {
  const next = new Map(event.snapshot ? [] : queues.value);
  for (const queue of event.queues) {
    next.set(queue.queue, queue);
    const steps = trail.get(queue.queue) ?? [];
    steps.push(queue.counts.delayed + queue.counts.ready);
    if (steps.length > TRAIL) steps.shift();
    trail.set(queue.queue, steps);
  }
  for (const name of event.deleted) {
    next.delete(name);
    trail.delete(name);
  }
  queues.value = next;
  complete.value = event.complete;
}

function takeTask(task: Task): void {
  tasks.value = new Map(tasks.value).set(task.id, task);
}

function takeWarning(finding: Finding): void {
  const next = new Map(warnings.value);
  if (finding.verdict === 'OK') next.delete(finding.check);
  else next.set(finding.check, finding);
  warnings.value = next;
}
