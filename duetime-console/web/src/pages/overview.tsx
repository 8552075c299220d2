import { useComputed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import type { Finding, QueueBrief, QueueProblem, Store } from '../api/types';
import { Empty, FindingLine, Moment, Sparkline, StateMark } from '../parts/basics';
import { command } from '../parts/command';
import { useLoad } from '../parts/load';
import { now } from '../state/now';
import { type Column, Table } from '../parts/table';
import { measured, number, span } from '../parts/text';
import { type Kind, kindOf, KINDS, perSecond, problemsOf, sentenceOf, toneOf, TroubleMark, urgency } from '../parts/trouble';
import { may } from '../state/caller';
import { rates, trend } from '../state/course';
import { isKnown, problems, queues, warnings } from '../state/live';
import { adjust, link, setting } from '../state/route';
import { w } from '../words';

const STORE_MS = 30_000;
const SETTLED_MS = 10_000;
/** How many queues of a trouble are named above the table. */
const NAMED = 3;

const moment = (at: string | null): number => (at ? -new Date(at).getTime() : -Number.MAX_SAFE_INTEGER);

const KEYS: Record<string, (queue: QueueBrief) => number> = {
  delayed: (q) => q.counts.delayed,
  ready: (q) => q.counts.ready,
  running: (q) => q.counts.running,
  dead: (q) => q.counts.dead,
  in: (q) => rates(q.queue).in,
  out: (q) => rates(q.queue).out,
  late: (q) => q.lateness?.p99Ms ?? -1,
  oldest: (q) => moment(q.oldestReady),
  next: (q) => moment(q.nextDue),
  consumers: (q) => q.consumerCount,
};

/** What is sorted upward at first: names, and times, the earliest of which matter most. */
const UPWARD = ['queue', 'oldest', 'next'];

function columns(): Column<QueueBrief>[] {
  const words = w();
  return [
    { key: 'queue', title: words.queue, cell: (q) => q.queue },
    { key: 'problem', title: words.problem, isIcon: true, cell: (q) => <Problem queue={q} /> },
    { key: 'delayed', title: words.state.DELAYED, isNumber: true, cell: (q) => number(q.counts.delayed) },
    { key: 'ready', title: words.state.READY, isNumber: true, cell: (q) => number(q.counts.ready) },
    { key: 'running', title: words.state.RUNNING, isNumber: true, isExtra: true, cell: (q) => number(q.counts.running) },
    { key: 'dead', title: words.state.DEAD, isNumber: true, cell: (q) => (q.counts.dead ? <strong class="hot-dead">{number(q.counts.dead)}</strong> : '0') },
    { key: 'in', title: words.inRate, isNumber: true, isExtra: true, cell: (q) => perSecond(rates(q.queue).in) },
    { key: 'out', title: words.outRate, isNumber: true, isExtra: true, cell: (q) => perSecond(rates(q.queue).out) },
    { key: 'trend', title: words.trend, isSilent: true, isWide: true, cell: (q) => <Sparkline {...trend(q.queue)} label={`${words.trend}: ${perSecond(rates(q.queue).in)} · ${perSecond(rates(q.queue).out)}`} /> },
    { key: 'late', title: words.late, isNumber: true, isExtra: true, cell: (q) => (q.lateness ? `${measured(q.lateness.p50Ms)} · ${measured(q.lateness.p99Ms)}` : <span class="muted">–</span>) },
    { key: 'oldest', title: words.oldest, isNumber: true, isExtra: true, cell: (q) => <Moment at={q.oldestReady} isPast /> },
    { key: 'next', title: words.nextDue, isNumber: true, isWide: true, cell: (q) => <Moment at={q.nextDue} isNext /> },
    { key: 'consumers', title: words.consumers, isNumber: true, isExtra: true, cell: (q) => number(q.consumerCount) },
  ];
}

function Problem({ queue }: { queue: QueueBrief }) {
  const kind = kindOf(queue);
  return kind ? <TroubleMark kind={kind} /> : null;
}

export function Overview() {
  const words = w();
  const wanted = setting('q').toLowerCase();
  const problem = setting('problem');
  const sortKey = setting('sort') || 'problem';
  const down = setting('order') !== 'up';
  // Rows that change places each second cannot be read.
  const [opened] = useState(now.peek());
  const settled = useComputed(() => opened + Math.floor((now.value - opened) / SETTLED_MS) * SETTLED_MS);
  const all = [...queues.value.values()];
  const places = useMemo(() => new Map(sorted(all, sortKey, down).map((queue, i) => [queue.queue, i])), [sortKey, down, settled.value, all.length, problems.value]);
  const shown = all
    .filter((queue) => queue.queue.toLowerCase().includes(wanted) && (!problem || (kindOf(queue) === problem || problemsOf(queue.queue).some(({ kind }) => kind === problem))))
    .sort((a, b) => (places.get(a.queue) ?? all.length) - (places.get(b.queue) ?? all.length));
  return (
    <>
      <h1 class="unseen">{words.nav.queues}</h1>
      <Totals queues={all} />
      <Problems />
      <div class="bar">
        <input id="search" type="search" placeholder={words.filter} aria-label={words.filter} value={setting('q')} onInput={(event) => adjust({ q: event.currentTarget.value || undefined })} />
        <select aria-label={words.problem} value={problem} onChange={(event) => adjust({ problem: event.currentTarget.value || undefined })}>
          <option value="">{words.allQueues}</option>
          {KINDS.map((each) => <option key={each} value={each}>{words.troubles[each]}</option>)}
        </select>
        {isKnown.value ? <span class="muted">{words.rows(number(shown.length))}</span> : null}
      </div>
      {all.length === 0 && isKnown.value ? (
        <Empty text={words.emptyQueues} command={command('put', ['--delay', '30m'], 'orders', 'order-42', '{"amount": 42}')} />
      ) : shown.length === 0 && isKnown.value ? (
        <Empty text={words.noMatch} />
      ) : (
        <Table
          label={words.nav.queues}
          columns={columns()}
          rows={shown}
          rowKey={(queue) => queue.queue}
          href={(queue) => link(['queues', queue.queue])}
          sort={{ key: sortKey, isAscending: UPWARD.includes(sortKey) === down }}
          onSort={(next) => adjust({ sort: next, order: sortKey === next && down ? 'up' : undefined })}
        />
      )}
    </>
  );
}

function sorted(rows: readonly QueueBrief[], sortKey: string, down: boolean): QueueBrief[] {
  const byName = (a: QueueBrief, b: QueueBrief): number => (a.queue < b.queue ? -1 : 1);
  if (sortKey === 'queue') return [...rows].sort((a, b) => (down ? byName(a, b) : byName(b, a)));
  const key = KEYS[sortKey] ?? ((queue: QueueBrief) => urgency(queue.queue));
  const keys = new Map(rows.map((row) => [row, key(row)]));
  // What is overdue for longest is first among equals.
  return [...rows].sort((a, b) => ((keys.get(b) ?? 0) - (keys.get(a) ?? 0)) * (down ? 1 : -1) || moment(b.oldestReady) - moment(a.oldestReady) || byName(a, b));
}

/** What should be looked at first: findings of the store, then problems, the most harmful kind first. */
function Problems() {
  const words = w();
  const byKind = new Map<Kind, QueueProblem[]>();
  for (const problem of problems.value) {
    // A finding of the store has its own line.
    if (warnings.value.has(problem.details['check'] ?? '')) continue;
    const same = byKind.get(problem.kind);
    if (same) same.push(problem);
    else byKind.set(problem.kind, [problem]);
  }
  if (!byKind.size && !warnings.value.size) return null;
  return (
    <section aria-label={words.problems}>
      <ul class="findings problems">
        {[...warnings.value.values()].map((finding) => <FindingLine key={finding.check} finding={finding} />)}
        {[...byKind].map(([kind, some]) => <KindLine key={kind} kind={kind} some={some} />)}
      </ul>
    </section>
  );
}

function KindLine({ kind, some }: { kind: Kind; some: readonly QueueProblem[] }) {
  const first = some[0];
  if (!first) return null;
  const isOne = some.length === 1;
  return (
    <li class={`line-${toneOf(kind)}`}>
      <TroubleMark kind={kind} />
      <span class="named">
        {some.slice(0, NAMED).map((one) => (
          <span key={one.id}><Subject problem={one} />{isOne ? null : <Extent problem={one} />}</span>
        ))}
        {some.length > NAMED ? <a href={link(['queues'], { problem: kind })}>+ {number(some.length - NAMED)}</a> : null}
      </span>
      <span class="muted">{isOne ? sentenceOf(first) : number(some.length)}</span>
    </li>
  );
}

/** The queue or the target. */
function Subject({ problem }: { problem: QueueProblem }) {
  const { queue, target } = problem;
  return queue ? <a class="name" href={link(['queues', queue])}>{queue}</a> : target ? <a class="name" href={link(['targets'])}>{target}</a> : null;
}

/** How bad it is at one of several. */
function Extent({ problem }: { problem: QueueProblem }) {
  return <span class="muted"> {problem.lateMs ? w().trouble.lateBy(span(problem.lateMs)) : number(problem.jobs)}</span>;
}

function Totals({ queues: all }: { queues: readonly QueueBrief[] }) {
  const words = w();
  const sum = (of: (queue: QueueBrief) => number): number => all.reduce((total, queue) => total + of(queue), 0);
  const shown = (text: () => string): string => (isKnown.value ? text() : '–');
  return (
    <dl class="totals">
      <div><dt>{words.nav.queues}</dt><dd>{shown(() => number(all.length))}</dd></div>
      {(['DELAYED', 'READY', 'RUNNING', 'DEAD'] as const).map((state) => (
        <div key={state}><dt><StateMark state={state} /></dt><dd>{shown(() => number(sum((q) => q.counts[state.toLowerCase() as 'delayed'])))}</dd></div>
      ))}
      <div class="extra"><dt>{words.inRate}</dt><dd>{shown(() => perSecond(sum((q) => rates(q.queue).in)))}</dd></div>
      <div class="extra"><dt>{words.outRate}</dt><dd>{shown(() => perSecond(sum((q) => rates(q.queue).out)))}</dd></div>
      <StoreCard />
    </dl>
  );
}

function StoreCard() {
  const words = w();
  const { data, failure } = useLoad<Store>('v1/store', {}, STORE_MS);
  if (!data && !failure) return null;
  const of = (...verdicts: Finding['verdict'][]): number => data?.findings.filter(({ verdict }) => verdicts.includes(verdict)).length ?? 0;
  const [found, unknown] = [of('WARNING', 'FAILURE'), of('UNKNOWN')];
  const text = failure ?? (found ? words.storeFindings(number(found)) : unknown ? words.storeUnknown(number(unknown)) : may('read') ? words.storeOk : words.storeHidden);
  return (
    <div>
      <dt>{words.nav.store}{data ? `: ${data.engine}` : ''}</dt>
      <dd class="small"><a href={link(['store'])} class={failure || found || unknown ? 'hot-ready' : ''}>{text}</a></dd>
    </div>
  );
}
