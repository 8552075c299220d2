import { useComputed } from '@preact/signals';
import type { QueueBrief } from '../api/types';
import { Empty, FindingLine, Moment, Sparkline, StateMark } from '../parts/basics';
import { now } from '../parts/now';
import { Table, type Column } from '../parts/table';
import { number } from '../parts/text';
import { isOpen, queues, trail, warnings } from '../state/live';
import { adjust, link, setting } from '../state/route';
import { w } from '../words';

/** How long a job may be due before its queue is shown first. */
const OVERDUE_MS = 10_000;

/** How urgently somebody should look at a queue; 0 is not at all. */
export function urgency(queue: QueueBrief, at: number): number {
  const overdue = queue.oldestReady ? at - new Date(queue.oldestReady).getTime() : 0;
  if (overdue > OVERDUE_MS && !queue.paused) return 3;
  if (queue.counts.dead > 0) return 2;
  return queue.paused ? 1 : 0;
}

const KEYS: Record<string, (queue: QueueBrief) => number | string> = {
  queue: (q) => q.queue,
  delayed: (q) => q.counts.delayed,
  ready: (q) => q.counts.ready,
  running: (q) => q.counts.running,
  dead: (q) => q.counts.dead,
  oldest: (q) => -(q.oldestReady ? new Date(q.oldestReady).getTime() : Number.MAX_SAFE_INTEGER),
  next: (q) => -(q.nextDue ? new Date(q.nextDue).getTime() : Number.MAX_SAFE_INTEGER),
};

export function Overview() {
  const words = w();
  const wanted = setting('q').toLowerCase();
  const sortKey = setting('sort') || 'urgency';
  const down = setting('order') !== 'up';
  // By the minute: rows that change places each second cannot be read.
  const minute = useComputed(() => Math.floor(now.value / 60_000) * 60_000);
  const all = [...queues.value.values()];
  const shown = all.filter((queue) => queue.queue.toLowerCase().includes(wanted));
  const key = KEYS[sortKey] ?? ((queue: QueueBrief) => urgency(queue, minute.value));
  shown.sort((a, b) => {
    const one = key(a);
    const other = key(b);
    const order = one < other ? -1 : one > other ? 1 : 0;
    return (down ? -order : order) || (a.queue < b.queue ? -1 : 1);
  });

  const columns: Column<QueueBrief>[] = [
    { key: 'queue', title: words.queue, cell: (q) => <span class="name">{q.queue}{q.paused ? <span class="badge">{words.paused}</span> : null}</span> },
    { key: 'delayed', title: words.state.DELAYED, isNumber: true, cell: (q) => number(q.counts.delayed) },
    { key: 'ready', title: words.state.READY, isNumber: true, cell: (q) => <Hot isHot={urgency(q, now.value) === 3} state="ready" value={q.counts.ready} /> },
    { key: 'running', title: words.state.RUNNING, isNumber: true, isExtra: true, cell: (q) => number(q.counts.running) },
    { key: 'dead', title: words.state.DEAD, isNumber: true, cell: (q) => <Hot isHot={q.counts.dead > 0} state="dead" value={q.counts.dead} /> },
    { key: 'oldest', title: words.oldest, isNumber: true, isExtra: true, cell: (q) => <Moment at={q.oldestReady} /> },
    { key: 'next', title: words.nextDue, isNumber: true, isExtra: true, cell: (q) => <Moment at={q.nextDue} /> },
    { key: 'trend', title: '', isExtra: true, cell: (q) => <Sparkline values={trail.get(q.queue) ?? []} label={`${words.state.DELAYED} + ${words.state.READY}`} /> },
  ];

  return (
    <>
      <h1>{words.nav.queues}</h1>
      <Totals queues={all} />
      {warnings.value.size ? (
        <ul class="findings" aria-label={words.warnings}>
          {[...warnings.value.values()].map((finding) => <FindingLine key={finding.check} finding={finding} />)}
        </ul>
      ) : null}
      <div class="bar">
        <input id="search" type="search" placeholder={words.filter} aria-label={words.filter} value={setting('q')} onInput={(event) => adjust({ q: event.currentTarget.value || undefined })} />
        <span class="muted">{words.total(number(shown.length))}</span>
      </div>
      {all.length === 0 && isOpen.value ? (
        <Empty text={words.emptyQueues} command={'duetime put orders --id order-42 --delay 30m --payload \'{"amount": 42}\''} />
      ) : (
        <Table
          label={words.nav.queues}
          columns={columns}
          rows={shown}
          rowKey={(queue) => queue.queue}
          href={(queue) => link(['queues', queue.queue])}
          sort={{ key: sortKey, down }}
          onSort={(next) => adjust({ sort: next, order: sortKey === next && down ? 'up' : undefined })}
        />
      )}
    </>
  );
}

function Hot({ isHot, state, value }: { isHot: boolean; state: 'ready' | 'dead'; value: number }) {
  if (!isHot) return <>{number(value)}</>;
  return <strong class={`hot hot-${state}`}><StateMark state={state === 'dead' ? 'DEAD' : 'READY'} bare /> {number(value)}</strong>;
}

function Totals({ queues: all }: { queues: readonly QueueBrief[] }) {
  const words = w();
  const sum = (of: (queue: QueueBrief) => number): number => all.reduce((total, queue) => total + of(queue), 0);
  return (
    <dl class="totals">
      <div><dt>{words.nav.queues}</dt><dd>{number(all.length)}</dd></div>
      <div><dt><StateMark state="DELAYED" /></dt><dd>{number(sum((q) => q.counts.delayed))}</dd></div>
      <div><dt><StateMark state="READY" /></dt><dd>{number(sum((q) => q.counts.ready))}</dd></div>
      <div><dt><StateMark state="RUNNING" /></dt><dd>{number(sum((q) => q.counts.running))}</dd></div>
      <div><dt><StateMark state="DEAD" /></dt><dd>{number(sum((q) => q.counts.dead))}</dd></div>
    </dl>
  );
}
