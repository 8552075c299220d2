import { useEffect, useRef, useState } from 'preact/hooks';
import { call, part, queuePath, type Query } from '../api/client';
import type { Changed, Job, JobPage, Outcome, ShiftPlan, State, Task } from '../api/types';
import { Dialog, failed, Moment, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { areParts, bodyOf, CAREFUL, type Parts, PartsFields, planned } from '../parts/rate';
import { doneOf, isMade } from '../parts/outcome';
import { number } from '../parts/text';
import { isDistance, type When, WhenField } from '../parts/when';
import { may } from '../state/caller';
import { tasks } from '../state/live';
import { go, link, setting } from '../state/route';
import { w } from '../words';
import { filter } from './filter';

type Kind = 'cancel' | 'shift' | 'reschedule' | 'runNow' | 'priority' | 'redrive' | 'purge';

/** Which jobs: a filter as the API takes it, or ids. */
export type Selection = Record<string, string | readonly string[]>;

const PAGE = 1_000;
/** How often a count that takes long is looked at. */
const COUNT_MS = 500;

/** Those that can be taken back, or take nothing that anybody would miss. */
const HARMLESS: readonly Kind[] = ['redrive', 'shift'];
/** Those that can be taken back for jobs whose values are known. */
const BACK: readonly Kind[] = ['reschedule', 'runNow', 'priority'];
const WAITING: readonly string[] = ['DELAYED', 'READY', 'RETRYING'];
const MOST_PRIORITY = 4_294_967_295;

/** What can be changed in the states that the filter shows, by this caller. */
function kinds(queue: string): Kind[] {
  const state = setting('state');
  if (state === 'DEAD') return may('admin', queue) ? ['redrive', 'purge'] : [];
  const isWaiting = state === '' || state.split(',').every((each) => WAITING.includes(each));
  return isWaiting && may('produce', queue) ? ['shift', 'reschedule', 'runNow', 'priority', 'cancel'] : [];
}

/** What can be changed of jobs that were picked, by this caller. Of running ones, their next attempts are cancelled. */
function kindsOf(queue: string, picked: readonly Job[]): Kind[] {
  const has = (...states: State[]): boolean => picked.some(({ state }) => states.includes(state));
  const isWaiting = has('DELAYED', 'READY');
  return [
    ...(may('produce', queue) ? [...(isWaiting ? (['shift', 'reschedule', 'runNow', 'priority'] as const) : []), ...(isWaiting || has('RUNNING') ? (['cancel'] as const) : [])] : []),
    ...(has('DEAD') && may('admin', queue) ? (['redrive', 'purge'] as const) : []),
  ];
}

interface Wish {
  when: When | null;
  parts: Parts;
  /** How far a shift moves: 2h, or -30m for earlier. */
  by: string;
  priority: string;
}

const isPriority = (text: string): boolean => /^\d{1,10}$/.test(text.trim()) && Number(text) <= MOST_PRIORITY;

/** The plan of a shift with these jobs; changes nothing. */
function plan(queue: string, selection: Selection, by: string): Promise<ShiftPlan> {
  return call('POST', queuePath(queue, '/jobs/shift'), { body: { ...selection, by: by.replace(/\s+/g, ''), dryRun: true } });
}

/** Makes a change to all jobs of a selection, or counts them. */
export function change(queue: string, kind: Kind, selection: Selection, wish: Partial<Wish>, isDry: boolean): Promise<Changed> {
  const isFilter = Object.keys(selection).some((name) => name !== 'state');
  const { ids } = selection;
  // Jobs by ids are few, and are changed at once; with a state they are counted as those of a filter.
  const chosen = ids ? { ids, state: 'DELAYED,READY' } : isFilter ? selection : { ...selection, all: true };
  const query: Query = isDry ? { dryRun: true } : ids ? {} : { background: true };
  const { state: _, ...dead } = chosen as Record<string, unknown>;
  switch (kind) {
    case 'cancel':
      if (ids) return isDry ? cancellable(queue, ids) : cancel(queue, ids);
      return call('DELETE', queuePath(queue, '/jobs'), { query: { ...query, ...(chosen as Query) } });
    case 'shift':
      return call('POST', queuePath(queue, '/jobs/shift'), { body: { ...chosen, by: (wish.by ?? '').replace(/\s+/g, '') } });
    case 'reschedule':
      return call('POST', queuePath(queue, '/jobs/reschedule'), { query, body: { ...chosen, ...wish.when } });
    case 'runNow':
      return call('POST', queuePath(queue, '/jobs/reschedule'), { query, body: { ...chosen, delay: '0s' } });
    case 'priority':
      return call('PATCH', queuePath(queue, '/jobs'), { query, body: { ...chosen, priority: Number(wish.priority) } });
    case 'redrive':
      return call('POST', queuePath(queue, '/redrive'), { query, body: { ...dead, ...(isDry || !wish.parts ? {} : bodyOf(wish.parts)) } });
    case 'purge':
      return call('POST', queuePath(queue, '/purge'), { query, body: dead });
  }
}

/** Counts those of some jobs that wait or run. */
async function cancellable(queue: string, ids: string | readonly string[]): Promise<Changed> {
  let changed = 0;
  let cursor = '';
  do {
    const page: JobPage = await call('POST', queuePath(queue, '/jobs/list'), { body: { ids, state: 'DELAYED,READY,RUNNING', payloadAs: 'none', limit: PAGE, ...(cursor ? { cursor } : {}) } });
    changed += page.jobs.length;
    cursor = page.cursor ?? '';
  } while (cursor);
  return { examined: ids.length, changed, dryRun: true };
}

async function cancel(queue: string, ids: string | readonly string[]): Promise<Changed> {
  const { results } = await call<{ results: Outcome[] }>('POST', queuePath(queue, '/jobs/cancel'), { body: { ids } });
  return { examined: ids.length, changed: results.filter(({ outcome }) => outcome === 'CANCELLED' || outcome === 'RUNNING').length, dryRun: false };
}

/** Gives jobs the due times or priorities back that they had when they were picked. */
async function takeBack(queue: string, kind: Kind, jobs: readonly Job[]): Promise<string> {
  const { results } = await (kind === 'priority'
    ? call<{ results: Outcome[] }>('POST', queuePath(queue, '/jobs/update'), { body: jobs.map(({ id, priority }) => ({ id, priority, onlyWaiting: true })) })
    : call<{ results: Outcome[] }>('POST', queuePath(queue, '/jobs/reschedule'), { body: { changes: jobs.map(({ id, dueAt }) => ({ id, dueAt })) } }));
  return doneOf(w().undone, results.filter((each) => isMade(each) || each.outcome === 'UPDATED').length);
}

/**
 * The number of jobs that a dry run has found. One of many jobs is a task, for whose end this waits.
 *
 * @param onTask told the task again and again until it ends
 */
async function counted(answer: Changed, onTask: (task: Task) => void): Promise<number> {
  if (answer.id === undefined) return answer.changed;
  for (;;) {
    const task = await call<Task>('GET', `v1/tasks/${part(answer.id)}`);
    onTask(task);
    if (task.state === 'DONE') return task.changed;
    if (task.state !== 'WAITING' && task.state !== 'RUNNING') throw new Error(task.error?.detail ?? w().bulk.stopped);
    await new Promise((next) => setTimeout(next, COUNT_MS));
  }
}

const stop = (id: string): void => void call('DELETE', `v1/tasks/${part(id)}`).catch(failed);

interface BulkActionsProps {
  queue: string;
  picked: readonly Job[];
  onClear: () => void;
  onChange: () => void;
}

/** Changes to the jobs that are picked, or to all that pass the filter: counted first, the latter then made as a task. */
export function BulkActions({ queue, picked, onClear, onChange }: BulkActionsProps) {
  const words = w();
  const [asked, setAsked] = useState<{ kind: Kind; picked: readonly Job[] } | null>(null);
  const offered = picked.length ? kindsOf(queue, picked) : kinds(queue);
  const title = picked.length ? words.bulk.picked(number(picked.length)) : words.bulk.title;
  // The list goes on beneath a dialog; what was asked for stays.
  const dialog = asked ? (
    <BulkDialog
      kind={asked.kind}
      queue={queue}
      selection={asked.picked.length ? { ids: asked.picked.map(({ id }) => id) } : filter()}
      picked={asked.picked}
      onOver={onChange}
      onClose={() => { setAsked(null); onChange(); }}
    />
  ) : null;
  if (!offered.length && !picked.length) return dialog;
  return (
    <div class="bar actions" role="group" aria-label={words.bulk.title}>
      <span class="muted" role="status">{title}:</span>
      {offered.map((kind) => <button key={kind} type="button" class={kind === 'cancel' || kind === 'purge' ? 'danger' : ''} onClick={() => setAsked({ kind, picked })}>{words[kind]}</button>)}
      {picked.length ? <button type="button" class="quiet" onClick={onClear}>{words.bulk.unpick}</button> : null}
      {dialog}
    </div>
  );
}

interface BulkDialogProps {
  kind: Kind;
  queue: string;
  selection: Selection;
  /** The jobs as they were, if the selection is of their ids. */
  picked?: readonly Job[];
  /** How many jobs a redrive takes first; a tenth if it is not told. */
  first?: string;
  onClose: () => void;
  /** Called when the change has ended, while the dialog still shows it. */
  onOver?: () => void;
}

/** Counts, asks, begins the task, and shows its progress. */
export function BulkDialog({ kind, queue, selection, picked = [], first = CAREFUL.first, onClose, onOver }: BulkDialogProps) {
  const words = w();
  const [wish, setWish] = useState<Wish>({ when: { delay: '10m' }, parts: { ...CAREFUL, first }, by: '2h', priority: '' });
  const [picture, setPicture] = useState<ShiftPlan | null>(null);
  const [count, setCount] = useState<number | 'counting' | null>(null);
  const [typed, setTyped] = useState('');
  const [begun, setBegun] = useState<Changed | null>(null);
  const [counting, setCounting] = useState<Task | null>(null);
  const [isBeginning, setBeginning] = useState(false);
  const [undo, setUndo] = useState<string | null>(null);
  const countingId = useRef<string | null>(null);
  const isClosed = useRef(false);
  const name = words[kind];

  const attempt = async (isDry: boolean): Promise<void> => {
    if (isDry) setCount('counting');
    else setBeginning(true);
    try {
      if (isDry && kind === 'shift') {
        const planned = await plan(queue, selection, wish.by);
        setPicture(planned);
        setCount(planned.jobs);
        return;
      }
      const answer = await change(queue, kind, selection, wish, isDry);
      if (isDry) {
        countingId.current = answer.id ?? null;
        if (isClosed.current && answer.id !== undefined) stop(answer.id);
        else setCount(await counted(answer, setCounting));
      } else if (kind === 'redrive' && answer.id !== undefined) {
        // The answer is the task, of which an event may tell later.
        if (!tasks.peek().has(answer.id)) tasks.value = new Map(tasks.peek()).set(answer.id, answer as unknown as Task);
        onClose();
        go(['tasks', answer.id]);
      } else if (picked.length && answer.id === undefined) {
        onClose();
        const waited = picked.filter(({ state }) => WAITING.includes(state));
        tell({ text: doneOf(name, answer.changed, answer.refused), ...(BACK.includes(kind) && answer.changed ? { undo: () => takeBack(queue, kind, waited).finally(onOver) } : {}) });
      } else setBegun(answer);
    } catch (failure) {
      if (isClosed.current && isDry) return;
      if (isDry) setCount(null);
      failed(failure);
    }
    countingId.current = null;
    setCounting(null);
    setBeginning(false);
  };
  // A count that no one waits for is ended.
  useEffect(() => () => {
    isClosed.current = true;
    if (countingId.current !== null) stop(countingId.current);
  }, []);
  const revise = (next: Partial<Wish>): void => {
    setWish({ ...wish, ...next });
    setCount(null);
  };
  const isHarmless = HARMLESS.includes(kind) || (picked.length > 0 && BACK.includes(kind));
  const wanted = typeof count === 'number' && !isHarmless ? String(count) : '';
  const isWhole = { reschedule: wish.when !== null, shift: isDistance(wish.by), redrive: areParts(wish.parts), priority: isPriority(wish.priority), cancel: true, purge: true, runNow: true }[kind];
  const canGo = typed === wanted && !isBeginning && isWhole;

  // A shift can be taken back also when its dialog is closed.
  const close = (): void => {
    onClose();
    const task = begun?.id === undefined ? undefined : tasks.peek().get(begun.id);
    if (task && canUndo(task)) tell({ text: doneOf(name, task.changed), undo: () => undoShift(task).then((answer) => counted(answer, () => {})).then((n) => doneOf(words.undone, n)).finally(onOver) });
  };

  return (
    <Dialog title={`${name}: ${queue}`} onClose={close}>
      <p class="mono selection">{Object.entries(selection).map(([key, value]) => <span key={key} class="badge">{typeof value === 'string' ? `${key}: ${value}` : words.bulk.picked(number(value.length))}</span>)}</p>
      {begun ? <Progress key={begun.id} id={begun.id} done={begun} name={begun.id === undo ? words.undo : name} onOver={onOver} onUndo={(task) => { setUndo(task.id); setBegun(task); }} /> : (
        <>
          {kind === 'reschedule' ? <WhenField onWhen={(when) => revise({ when })} /> : null}
          {kind === 'shift' ? <Field label={words.bulk.by} hint={words.bulk.byHint} wrong={isDistance(wish.by) ? null : words.bulk.byWrong}><input autoComplete="off" value={wish.by} onInput={(event) => revise({ by: event.currentTarget.value })} /></Field> : null}
          {kind === 'priority' ? <Field label={words.priority} hint={words.bulk.priorityHint} wrong={wish.priority === '' || isPriority(wish.priority) ? null : words.bulk.priorityWrong}><input inputMode="numeric" autoComplete="off" autoFocus value={wish.priority} onInput={(event) => revise({ priority: event.currentTarget.value })} /></Field> : null}
          {kind === 'redrive' ? <PartsFields parts={wish.parts} onParts={(parts) => setWish({ ...wish, parts })} /> : null}
          {count === 'counting' && counting ? <CountProgress task={counting} /> : null}
          {typeof count !== 'number' ? (
            <button type="button" class="primary" disabled={count === 'counting' || !isWhole} onClick={() => void attempt(true)}>{count === 'counting' ? words.bulk.counting : words.bulk.count}</button>
          ) : count === 0 ? <p role="status">{picture?.left ? words.bulk.left(number(picture.left)) : words.bulk.none}</p> : (
            <form class="form" onSubmit={(event) => { event.preventDefault(); if (canGo) void attempt(false); }}>
              <p role="status"><strong>{words.bulk.would(number(count), name)}</strong> {Object.keys(selection).some((key) => key !== 'state') ? '' : words.bulk.everything} {picked.length && kind !== 'shift' && kind !== 'redrive' ? '' : words.bulk.background} {kind === 'cancel' && picked.some(({ state }) => state === 'RUNNING') ? words.bulk.goOn : ''}</p>
              {picture && kind === 'shift' ? <Picture plan={picture} isEarlier={wish.by.startsWith('-')} /> : null}
              {wanted ? <Field label={words.bulk.type(wanted)}><input ref={focused} inputMode="numeric" autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} /></Field> : null}
              <button type="submit" class={isHarmless ? 'primary' : 'danger'} ref={wanted ? null : focused} disabled={!canGo}>{words.bulk.go(name, number(kind === 'redrive' ? planned(wish.parts.first, count) : count))}</button>
            </form>
          )}
        </>
      )}
    </Dialog>
  );
}

interface PictureProps {
  plan: ShiftPlan;
  isEarlier: boolean;
}

/** When the jobs are due before and after a shift, on one scale, and what to mind. */
function Picture({ plan: { before, after, atOnce, left }, isEarlier }: PictureProps) {
  const words = w();
  if (!before || !after) return null;
  const spans = [before, after].map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  const first = Math.min(...spans.map((span) => span.from));
  const scale = 100 / Math.max(1, Math.max(...spans.map((span) => span.to)) - first);
  return (
    <>
      <svg class="shift" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        {spans.map(({ from, to }, row) => <rect key={row} class={row ? 'after' : 'before'} x={(from - first) * scale} y={row * 8} width={Math.max(1, (to - from) * scale)} height="6" />)}
      </svg>
      <dl class="facts">
        <div><dt>{words.bulk.before}</dt><dd><Moment at={before.from} both /> – <Moment at={before.to} both /></dd></div>
        <div><dt>{words.bulk.after}</dt><dd><Moment at={after.from} both /> – <Moment at={after.to} both /></dd></div>
      </dl>
      {isEarlier ? <p class="warning">{words.bulk.earlier}</p> : null}
      {atOnce ? <p class="warning">{words.bulk.atOnce(number(atOnce))}</p> : null}
      {left ? <p class="warning">{words.bulk.left(number(left))}</p> : null}
    </>
  );
}

/** Whether a task has ended. */
export const isOver = (task: Task): boolean => task.state !== 'WAITING' && task.state !== 'RUNNING';

/** What a task does, in a word. */
export function stateOf(task: Task | undefined): string {
  const { waiting, running, ended, failed: failure, stopped, stoppedItself } = w().bulk;
  return { WAITING: waiting, RUNNING: running, DONE: ended, FAILED: failure, CANCELLED: stopped, STOPPED: stoppedItself }[task?.state ?? 'WAITING'];
}

/** Whether a task is a shift that has ended. */
const canUndo = (task: Task): boolean => task.kind === 'SHIFT' && !task.dryRun && isOver(task) && may('produce', task.queue);

const undoShift = (task: Task): Promise<Task> => call('POST', `v1/tasks/${part(task.id)}/undo`);

/** Takes a shift back that has ended, as a task of its own. */
export function UndoShift({ task, onBegun }: { task: Task; onBegun: (undo: Task) => void }) {
  if (!canUndo(task)) return null;
  return <button type="button" onClick={() => void undoShift(task).then(onBegun, failed)}>{w().undo}</button>;
}

/** What was asked for has the focus as soon as it is shown, unless something is being typed. */
const focused = (element: HTMLElement | null): void => {
  if (!document.activeElement?.matches('input, select, textarea')) element?.focus();
};

function CountProgress({ task }: { task: Task }) {
  const words = w();
  return (
    <>
      <p><span role="status">{words.bulk.counting}</span> {number(task.examined)}</p>
      <div class="bar"><button type="button" class="danger" onClick={() => stop(task.id)}>{words.stop}</button></div>
    </>
  );
}

interface ProgressProps {
  id: string | undefined;
  done: Changed;
  name: string;
  onOver: (() => void) | undefined;
  onUndo: (undo: Task) => void;
}

function Progress({ id, done, name, onOver, onUndo }: ProgressProps) {
  const words = w();
  const task: Task | undefined = id === undefined ? undefined : tasks.value.get(id);
  const hasEnded = id === undefined || (task !== undefined && isOver(task));
  useEffect(() => {
    if (hasEnded) onOver?.();
  }, [hasEnded]);
  if (id === undefined) return <p role="status">{words.bulk.done(name, number(done.changed))}</p>;
  return (
    <>
      <p><strong role="status">{stateOf(task)}</strong> {task ? `${number(task.changed)} / ${task.total === null ? '…' : number(task.total)}` : ''} {task?.refused ? words.bulk.refused(number(task.refused)) : ''} {task?.left ? words.bulk.left(number(task.left)) : ''} {task?.error?.detail ?? ''}</p>
      <progress aria-label={name} max={Math.max(1, task?.total ?? 1)} value={hasEnded ? Math.max(1, task?.total ?? 1) : (task?.examined ?? 0)} />
      <div class="bar">
        {hasEnded ? null : <button type="button" class="danger" onClick={() => stop(id)}>{words.stop}</button>}
        {task ? <UndoShift task={task} onBegun={onUndo} /> : null}
        <a class="button" href={link(['tasks', id])}>{words.bulk.open}</a>
      </div>
    </>
  );
}
