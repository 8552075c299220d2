import { call, part } from '../api/client';
import type { Task } from '../api/types';
import { Empty, failed, Moment, tell } from '../parts/basics';
import { command } from '../parts/command';
import { number } from '../parts/text';
import { may } from '../state/caller';
import { isKnown, tasks } from '../state/live';
import { go, link, place } from '../state/route';
import { w } from '../words';
import { UndoShift } from './bulk';

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

function TaskItem({ task }: { task: Task }) {
  const words = w();
  const isOver = task.state !== 'WAITING' && task.state !== 'RUNNING';
  const states: Record<Task['state'], string> = { WAITING: words.bulk.waiting, RUNNING: words.bulk.running, DONE: words.bulk.ended, FAILED: words.bulk.failed, CANCELLED: words.bulk.stopped };
  const kind = KINDS[task.kind];
  const total = Math.max(1, task.total ?? 1);
  const isAllowed = may(kind === 'redrive' || kind === 'purge' ? 'admin' : 'produce', task.queue);
  const stop = (): void => void call('DELETE', `v1/tasks/${part(task.id)}`).then(() => tell({ text: `${words.stop}: ${task.id}` }), failed);
  return (
    <li>
      <p class="group-head"><strong>{kind ? words[kind] : task.kind}</strong> <a href={link(['queues', task.queue])}>{task.queue}</a> {task.by ? <span class="badge">{task.by}</span> : null} <span class="badge">{states[task.state]}</span> {task.dryRun ? <span class="badge">{words.bulk.count}</span> : null}</p>
      <p class="mono">{Object.entries(task.filter).map(([name, value]) => <span key={name} class="badge">{name}: {String(value)}</span>)}</p>
      <progress value={isOver ? total : task.examined} max={total} aria-label={`${task.kind} ${task.queue}`} />
      <p class="muted">
        {number(task.changed)} / {task.total === null ? '…' : number(task.total)}
        {task.refused ? ` · ${words.bulk.refused(number(task.refused))}` : ''}{task.left ? ` · ${words.bulk.left(number(task.left))}` : ''} · <Moment at={task.createdAt} /> · <a class="mono" href={link(['tasks', task.id])}>{task.id}</a>
      </p>
      {task.error ? <p class="failure" role="alert">{task.error.detail}</p> : null}
      <UndoShift task={task} onBegun={(undo) => go(['tasks', undo.id])} />
      {isOver || !isAllowed ? null : <button type="button" class="danger" disabled={task.cancelRequested} onClick={stop}>{words.stop}</button>}
    </li>
  );
}
