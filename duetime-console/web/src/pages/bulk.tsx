import { useEffect, useRef, useState } from 'preact/hooks';
import { call, part, queuePath, type Query } from '../api/client';
import type { Changed, ShiftPlan, Task } from '../api/types';
import { Dialog, failed, Moment } from '../parts/basics';
import { Field } from '../parts/field';
import { areParts, bodyOf, CAREFUL, type Parts, PartsFields, planned } from '../parts/rate';
import { number } from '../parts/text';
import { isDistance, type When, WhenField } from '../parts/when';
import { may } from '../state/caller';
import { tasks } from '../state/live';
import { go, link, setting } from '../state/route';
import { w } from '../words';
import { filter } from './filter';

type Kind = 'cancel' | 'shift' | 'reschedule' | 'runNow' | 'redrive' | 'purge';

/** How often a count that takes long is looked at. */
const COUNT_MS = 500;

/** Those that can be taken back, or take nothing that anybody would miss. */
const HARMLESS: readonly Kind[] = ['redrive', 'shift'];

/** What can be changed in the states that the filter shows, by this caller. */
function kinds(queue: string): Kind[] {
  const state = setting('state');
  if (state === 'DEAD') return may('admin', queue) ? ['redrive', 'purge'] : [];
  const isWaiting = state === '' || state.split(',').every((each) => each === 'DELAYED' || each === 'READY' || each === 'RETRYING');
  return isWaiting && may('produce', queue) ? ['shift', 'reschedule', 'runNow', 'cancel'] : [];
}

interface Wish {
  when: When | null;
  parts: Parts;
  /** How far a shift moves: 2h, or -30m for earlier. */
  by: string;
}

/** The plan of a shift with these jobs; changes nothing. */
function plan(queue: string, selection: Record<string, unknown>, by: string): Promise<ShiftPlan> {
  return call('POST', queuePath(queue, '/jobs/shift'), { body: { ...selection, by: by.replace(/\s+/g, ''), dryRun: true } });
}

/** Makes a change to all jobs of a selection, or counts them. */
export function change(queue: string, kind: Kind, selection: Record<string, unknown>, wish: Wish, isDry: boolean): Promise<Changed> {
  const isFilter = Object.keys(selection).some((name) => name !== 'state');
  const chosen = isFilter ? selection : { ...selection, all: true };
  const query: Query = isDry ? { dryRun: true } : { background: true };
  const { state: _, ...dead } = chosen as Record<string, unknown>;
  switch (kind) {
    case 'cancel':
      return call('DELETE', queuePath(queue, '/jobs'), { query: { ...query, ...(chosen as Query) } });
    case 'shift':
      return call('POST', queuePath(queue, '/jobs/shift'), { body: { ...chosen, by: wish.by.replace(/\s+/g, '') } });
    case 'reschedule':
      return call('POST', queuePath(queue, '/jobs/reschedule'), { query, body: { ...chosen, ...wish.when } });
    case 'runNow':
      return call('POST', queuePath(queue, '/jobs/reschedule'), { query, body: { ...chosen, delay: '0s' } });
    case 'redrive':
      return call('POST', queuePath(queue, '/redrive'), { query, body: { ...dead, ...(isDry ? {} : bodyOf(wish.parts)) } });
    case 'purge':
      return call('POST', queuePath(queue, '/purge'), { query, body: dead });
  }
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

/** Changes to all jobs that pass the filter: counted first, then made as a task. */
export function BulkActions({ queue, onChange }: { queue: string; onChange: () => void }) {
  const words = w();
  const [asked, setAsked] = useState<Kind | null>(null);
  const offered = kinds(queue);
  if (!offered.length) return null;
  return (
    <div class="bar actions" role="group" aria-label={words.bulk.title}>
      <span class="muted">{words.bulk.title}:</span>
      {offered.map((kind) => <button key={kind} type="button" class={kind === 'cancel' || kind === 'purge' ? 'danger' : ''} onClick={() => setAsked(kind)}>{words[kind]}</button>)}
      {asked ? <BulkDialog kind={asked} queue={queue} selection={filter()} onOver={onChange} onClose={() => { setAsked(null); onChange(); }} /> : null}
    </div>
  );
}

interface BulkDialogProps {
  kind: Kind;
  queue: string;
  selection: Record<string, string>;
  /** How many jobs a redrive takes first; a tenth if it is not told. */
  first?: string;
  onClose: () => void;
  /** Called when the change has ended, while the dialog still shows it. */
  onOver?: () => void;
}

/** Counts, asks, begins the task, and shows its progress. */
export function BulkDialog({ kind, queue, selection, first = CAREFUL.first, onClose, onOver }: BulkDialogProps) {
  const words = w();
  const [wish, setWish] = useState<Wish>({ when: { delay: '10m' }, parts: { ...CAREFUL, first }, by: '2h' });
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
  const wanted = typeof count === 'number' && !HARMLESS.includes(kind) ? String(count) : '';

  const canGo = typed === wanted && !isBeginning && (kind !== 'redrive' || areParts(wish.parts));

  return (
    <Dialog title={`${name}: ${queue}`} onClose={onClose}>
      <p class="mono selection">{Object.entries(selection).map(([key, value]) => <span key={key} class="badge">{key}: {value}</span>)}</p>
      {begun ? <Progress key={begun.id} id={begun.id} done={begun} name={begun.id === undo ? words.undo : name} onOver={onOver} onUndo={(task) => { setUndo(task.id); setBegun(task); }} /> : (
        <>
          {kind === 'reschedule' ? <WhenField onWhen={(when) => revise({ when })} /> : null}
          {kind === 'shift' ? <Field label={words.bulk.by} hint={words.bulk.byHint} wrong={isDistance(wish.by) ? null : words.bulk.byWrong}><input autoComplete="off" value={wish.by} onInput={(event) => revise({ by: event.currentTarget.value })} /></Field> : null}
          {kind === 'redrive' ? <PartsFields parts={wish.parts} onParts={(parts) => setWish({ ...wish, parts })} /> : null}
          {count === 'counting' && counting ? <CountProgress task={counting} /> : null}
          {typeof count !== 'number' ? (
            <button type="button" class="primary" disabled={count === 'counting' || (kind === 'reschedule' && !wish.when) || (kind === 'shift' && !isDistance(wish.by)) || (kind === 'redrive' && !areParts(wish.parts))} onClick={() => void attempt(true)}>{count === 'counting' ? words.bulk.counting : words.bulk.count}</button>
          ) : count === 0 ? <p role="status">{picture?.left ? words.bulk.left(number(picture.left)) : words.bulk.none}</p> : (
            <form class="form" onSubmit={(event) => { event.preventDefault(); if (canGo) void attempt(false); }}>
              <p role="status"><strong>{words.bulk.would(number(count), name)}</strong> {Object.keys(selection).some((key) => key !== 'state') ? '' : words.bulk.everything} {words.bulk.background}</p>
              {picture && kind === 'shift' ? <Picture plan={picture} isEarlier={wish.by.startsWith('-')} /> : null}
              {wanted ? <Field label={words.bulk.type(wanted)}><input ref={focused} inputMode="numeric" autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} /></Field> : null}
              <button type="submit" class={HARMLESS.includes(kind) ? 'primary' : 'danger'} ref={wanted ? null : focused} disabled={!canGo}>{words.bulk.go(name, number(kind === 'redrive' ? planned(wish.parts.first, count) : count))}</button>
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

/** Takes a shift back that has ended, as a task of its own. */
export function UndoShift({ task, onBegun }: { task: Task; onBegun: (undo: Task) => void }) {
  if (task.kind !== 'SHIFT' || task.dryRun || !isOver(task) || !may('produce', task.queue)) return null;
  return <button type="button" onClick={() => void call<Task>('POST', `v1/tasks/${part(task.id)}/undo`).then(onBegun, failed)}>{w().undo}</button>;
}

/** What was asked for has the focus as soon as it is shown. */
const focused = (element: HTMLElement | null): void => element?.focus();

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
