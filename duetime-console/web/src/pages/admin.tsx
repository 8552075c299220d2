import { call, part } from '../api/client';
import type { AuditEntry, Store, Target, Task, Token } from '../api/types';
import { Empty, failed, FindingLine, Moment, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import { tasks } from '../state/live';
import { link, place } from '../state/route';
import { w } from '../words';

export function Tasks() {
  const words = w();
  const chosen = place.value.path[1];
  const all = [...tasks.value.values()].filter((task) => !chosen || task.id === chosen).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return (
    <>
      <h1>{words.nav.tasks}</h1>
      {all.length === 0 ? <Empty text={words.emptyTasks} /> : (
        <ul class="groups">{all.map((task) => <TaskItem key={task.id} task={task} />)}</ul>
      )}
    </>
  );
}

function TaskItem({ task }: { task: Task }) {
  const words = w();
  const isOver = task.state !== 'PENDING' && task.state !== 'RUNNING';
  const stop = (): void => void call('DELETE', `v1/tasks/${part(task.id)}`).then(() => tell({ text: `${words.cancel}: ${task.id}` }), failed);
  return (
    <li>
      <strong>{task.kind}</strong> <a href={link(['queues', task.queue])}>{task.queue}</a> <span class="badge">{task.state}</span>
      <progress value={isOver ? 1 : task.examined} max={isOver ? 1 : Math.max(task.total, 1)} aria-label={task.kind} />
      <p class="muted">{number(task.changed)} / {number(task.total)} · <Moment at={task.createdAt} /> {task.error ?? ''}</p>
      {isOver ? null : <button type="button" class="danger" onClick={stop}>{words.cancel}</button>}
    </li>
  );
}

export function StorePage() {
  const words = w();
  const { data, failure } = useLoad<Store>('v1/store', {}, 10_000);
  return (
    <>
      <h1>{words.nav.store}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data ? (
        <>
          <dl class="facts">
            {Object.entries(data).filter(([, value]) => typeof value !== 'object').map(([name, value]) => <div key={name}><dt class="mono">{name}</dt><dd>{String(value)}</dd></div>)}
          </dl>
          <ul class="findings">{data.findings.map((finding) => <FindingLine key={finding.check} finding={finding} />)}</ul>
        </>
      ) : null}
    </>
  );
}

export function Targets() {
  const words = w();
  const { data, failure } = useLoad<{ targets: Target[] }>('v1/targets', {}, 5_000);
  return (
    <>
      <h1>{words.nav.targets}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data && data.targets.length === 0 ? <Empty text={words.emptyTargets} command="duetime target put main --type rabbitmq --set uri=amqp://localhost" /> : null}
      <ul class="groups">
        {data?.targets.map((target) => {
          const { name, type, status, ...settings } = target;
          return (
            <li key={name}>
              <strong>{name}</strong> <span class="badge">{type}</span> <span class="badge">{status.state}</span>
              <dl class="facts">{Object.entries(settings).map(([key, value]) => <div key={key}><dt class="mono">{key}</dt><dd class="mono">{String(value)}</dd></div>)}</dl>
              {Object.entries(status.problems ?? {}).map(([queue, problem]) => <p key={queue} class="failure"><a href={link(['queues', queue])}>{queue}</a>: {problem}</p>)}
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function Tokens() {
  const words = w();
  const { data, failure } = useLoad<{ tokens: Token[] }>('v1/tokens');
  return (
    <>
      <h1>{words.nav.tokens}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <ul class="groups">
        {data?.tokens.map((each) => (
          <li key={each.name}>
            <strong>{each.name}</strong>
            {each.grants.map((grant, i) => <p key={i}>{grant.roles.map((role) => <span key={role} class="badge">{role}</span>)} <span class="mono">{grant.queues.join(' ')}</span></p>)}
            <p class="muted"><Moment at={each.createdAt} /> · {each.expiresAt ? <Moment at={each.expiresAt} both /> : words.never}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Audit() {
  const words = w();
  const { data, failure } = useLoad<{ entries: AuditEntry[] }>('v1/audit', { limit: 200 });
  return (
    <>
      <h1>{words.nav.audit}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <ol class="plain audit">
        {data?.entries.map((entry) => (
          <li key={entry.number}>
            <Moment at={entry.at} both /> · <strong>{entry.actor}</strong> <span class="mono">{entry.action}</span> {entry.queue ?? ''} {entry.id ?? ''}
          </li>
        ))}
      </ol>
    </>
  );
}
