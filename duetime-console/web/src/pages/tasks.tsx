import { useState } from 'preact/hooks';
import { call, part } from '../api/client';
import type { Task } from '../api/types';
import { Empty, failed, Moment, tell } from '../parts/basics';
import { command } from '../parts/command';
import { number } from '../parts/text';
import { may } from '../state/caller';
import { isKnown, tasks } from '../state/live';
import { go, link, place } from '../state/route';
import { w } from '../words';
import { BulkDialog, isOver, stateOf, UndoShift } from './bulk';

const KINDS: Record<string, 'cancel' | 'edit' | 'reschedule' | 'redrive' | 'purge' | 'shift' | 'undo'> = { UPDATE: 'edit', SHIFT: 'shift', UNDO_SHIFT: 'undo', CANCEL: 'cancel', RESCHEDULE: 'reschedule', REDRIVE: 'redrive', PURGE: 'purge' };

/** Bulk changes in the background, the newest first; or the one that the address names. */
export function Tasks() {
  const words = w();
  const chosen = place.value.path[1];
  const all = [...tasks.value.values()].filter((task) => !chosen || task.id === chosen).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return (
    <>
      {chosen ? <p class="crumbs"><a href={link(['tasks'])}>{words.nav.tasks}</a></p> : null}
      <h1>{chosen ?? words.nav.tasks}</h1>
      {chosen && isKnown.value && all.length === 0 ? <Empty text={words.admin.noTask} /> : all.length === 0 ? <Empty text={words.admin.emptyTasks} command={command('cancel', ['--tag', 'customer-7', '--dry-run'], 'orders')} /> : <ul class="groups">{all.map((task) => <TaskItem key={task.id} task={task} />)}</ul>}
    </>
  );
}

/** Whether a redrive of a group of failures has left some: the filter of a task does not tell all of another. */
const hasRest = (task: Task): boolean => task.kind === 'REDRIVE' && task.filter.fingerprint !== undefined && task.ids === undefined && task.changed < (task.total ?? 0);

function TaskItem({ task }: { task: Task }) {
  const words = w();
  const hasEnded = isOver(task);
  const kind = KINDS[task.kind];
  const total = Math.max(1, task.planned ?? task.total ?? 1);
  const [asks, setAsks] = useState(false);
  const isAllowed = may(kind === 'redrive' || kind === 'purge' ? 'admin' : 'produce', task.queue);
  const stop = (): void => void call('DELETE', `v1/tasks/${part(task.id)}`).then(() => tell({ text: `${words.stop}: ${task.id}` }), failed);
  return (
    <li>
      <p class="group-head"><strong>{kind ? words[kind] : task.kind}</strong> <a class="name" href={link(['queues', task.queue])}>{task.queue}</a> {task.by ? <span class="badge">{task.by}</span> : null} <span class="badge">{stateOf(task)}</span> {task.dryRun ? <span class="badge">{words.bulk.count}</span> : null}</p>
      <p class="mono">{Object.entries(task.filter).map(([name, value]) => <span key={name} class="badge">{name}: {String(value)}</span>)}{task.ids ? <span class="badge">{words.bulk.picked(number(task.ids))}</span> : null}</p>
      <progress value={hasEnded ? total : Math.min(total, task.examined)} max={total} aria-label={`${kind ? words[kind] : task.kind} ${task.queue}`} />
      <p class="muted">
        {number(task.changed)} / {task.total === null ? '…' : number(task.planned ?? task.total)}{task.planned !== undefined && task.planned !== task.total ? ` (${number(task.total ?? 0)})` : ''}{task.underWay === undefined ? '' : ` · ${words.parts.outcome(number(task.succeeded ?? 0), number(task.failed ?? 0), number(task.underWay))}`}
        {task.refused ? ` · ${words.bulk.refused(number(task.refused))}` : ''}{task.left ? ` · ${words.bulk.left(number(task.left))}` : ''} · <Moment at={task.createdAt} /> · <a class="mono" href={link(['tasks', task.id])}>{task.id}</a>
      </p>
      {task.error ? <p class="failure" role="alert">{task.error.detail}</p> : null}
      <UndoShift task={task} onBegun={(undo) => go(['tasks', undo.id])} />
      {hasEnded || !isAllowed ? null : <button type="button" class="danger" disabled={task.cancelRequested} onClick={stop}>{words.stop}</button>}
      {hasEnded && isAllowed && hasRest(task) ? <button type="button" onClick={() => setAsks(true)}>{words.parts.rest}</button> : null}
      {asks ? <BulkDialog kind="redrive" queue={task.queue} selection={{ state: 'DEAD', ...(task.filter as Record<string, string>) }} first="" onClose={() => setAsks(false)} /> : null}
    </li>
  );
}
