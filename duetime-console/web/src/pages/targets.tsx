import { useState } from 'preact/hooks';
import { call, part, Refusal, send } from '../api/client';
import type { Target, TargetTest } from '../api/types';
import { Dialog, Empty, failed, Moment, tell, TypedConfirmation } from '../parts/basics';
import { command } from '../parts/command';
import { Field } from '../parts/field';
import { KnownButton } from '../parts/known';
import { useLoad } from '../parts/load';
import { measured, number } from '../parts/text';
import { sentenceOf, toneOf, TroubleMark } from '../parts/trouble';
import { may } from '../state/caller';
import { problems } from '../state/live';
import { link } from '../state/route';
import { w } from '../words';
import { DESTINATIONS, fixedBy, keyOf } from './settings';

const READ_MS = 5_000;
const EXAMPLES: Record<string, string> = {
  rabbitmq: 'uri=amqp://broker:5672\nuser=duetime\npasswordFile=rabbitmq',
  kafka: 'bootstrapServers=broker:9092',
  webhook: 'url=https://shop.example/orders/{id}',
};

/** A target as it was put. */
function settingsOf(target: Target): Omit<Target, 'name' | 'status' | 'source'> {
  const { name: _, status: __, source: ___, ...settings } = target;
  return settings;
}

/** The settings of a target as lines NAME=VALUE. */
function linesOf(target: Target): string {
  const { type: _, queues: __, ...settings } = settingsOf(target);
  return Object.entries(settings).map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`).join('\n');
}

/** A target as it was read to be changed, and its version. */
interface Edited {
  target: Target;
  tag: string;
}

/** Where due jobs are handed over to. */
export function Targets() {
  const words = w();
  const down = problems.value.filter(({ target }) => target);
  return (
    <>
      <h1>{words.nav.targets}</h1>
      {down.length ? <ul class="findings">{down.map((one) => <li key={one.id} class={`line-${toneOf(one.kind)}`}><p class="group-head"><TroubleMark kind={one.kind} /> <strong>{one.target}</strong></p><p>{sentenceOf(one)}</p><p class="bar">{(one.queue ? [one.queue] : (one.queues ?? [])).map((queue) => <a key={queue} class="name" href={link(['queues', queue])}>{queue}</a>)} <KnownButton problem={one} /></p></li>)}</ul> : may('admin') ? null : <p class="muted">{words.workers.allWell}</p>}
      {may('admin') ? <Definitions /> : null}
    </>
  );
}

function Definitions() {
  const words = w();
  const { data, failure, again } = useLoad<{ targets: Target[] }>('v1/targets', {}, READ_MS);
  const [edited, setEdited] = useState<Edited | 'new' | null>(null);
  const edit = async (name: string): Promise<void> => {
    try {
      const answer = await send('GET', `v1/targets/${part(name)}`);
      setEdited({ target: (await answer.json()) as Target, tag: answer.headers.get('ETag') ?? '*' });
    } catch (failure) {
      failed(failure);
    }
  };
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <div class="bar actions"><button type="button" class="primary" onClick={() => setEdited('new')}>{words.admin.addTarget}</button></div>
      {data && data.targets.length === 0 ? <Empty text={words.admin.emptyTargets} command={command('target put', [], 'main', 'type=rabbitmq', 'uri=amqp://localhost:5672')} /> : null}
      <ul class="groups">{data?.targets.map((target) => <TargetItem key={target.name} target={target} onEdit={() => void edit(target.name)} onChange={again} />)}</ul>
      {edited ? <TargetForm edited={edited === 'new' ? null : edited} onClose={() => { setEdited(null); again(); }} /> : null}
    </>
  );
}

function TargetItem({ target, onEdit, onChange }: { target: Target; onEdit: () => void; onChange: () => void }) {
  const words = w().admin;
  const [isRemoving, setRemoving] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const { status } = target;
  const path = `v1/targets/${part(target.name)}`;
  const remove = (): void => {
    setRemoving(false);
    void call('DELETE', path).then(() => { tell({ text: `${words.remove}: ${target.name}`, undo: () => call('PUT', path, { body: settingsOf(target), headers: { 'If-None-Match': '*' } }).finally(onChange) }); onChange(); }, failed);
  };
  return (
    <li class={status.state === 'open' ? 'line-dead' : ''}>
      <p class="group-head"><strong class="count">{target.name}</strong> <span class="badge">{target.type}</span> <span class="badge">{words.breaker[status.state] ?? status.state}</span> {target.source ? <span class="badge">{words.fromFile}</span> : null}</p>
      <p class="muted">{words.targetQueues}: {target.queues ?? words.onlyStoreAdmins}</p>
      <pre class="lines">{linesOf(target)}</pre>
      {status.openUntil ? <p class="muted">{words.openUntil} <Moment at={status.openUntil} /></p> : null}
      {status.lastSuccessAt ? <p class="muted">{words.lastSuccess} <Moment at={status.lastSuccessAt} isPast both /></p> : null}
      {status.lastFailure ? <p class="failure">{status.lastFailure}</p> : null}
      {Object.entries(status.inFlight).map(([queue, n]) => <p key={queue} class="muted"><a href={link(['queues', queue])}>{queue}</a>: {words.inFlight(number(n))}</p>)}
      {Object.entries(status.problems).map(([queue, problem]) => <p key={queue} class="failure"><a href={link(['queues', queue])}>{queue}</a>: {problem}</p>)}
      <div class="bar actions">
        <button type="button" onClick={() => setTrying(true)}>{words.sendTest}</button>
        {target.source ? null : (
          <>
            <button type="button" onClick={onEdit}>{words.edit}</button>
            <button type="button" class="danger" onClick={() => setRemoving(true)}>{words.remove}</button>
          </>
        )}
      </div>
      {isTrying ? <TestDialog target={target} onClose={() => setTrying(false)} /> : null}
      {isRemoving ? <TypedConfirmation title={words.remove} label={words.confirmName} wanted={target.name} onClose={() => setRemoving(false)} onConfirmed={remove} /> : null}
    </li>
  );
}

/** Sends a message that is marked as a test, and tells what became of it. */
function TestDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const words = w().admin;
  const queues = Object.keys({ ...target.status.inFlight, ...target.status.problems });
  const [queue, setQueue] = useState(queues[0] ?? '');
  const [values, setValues] = useState<Record<string, string>>({});
  const [tried, setTried] = useState<TargetTest | 'sending' | null>(null);
  const fields = (DESTINATIONS[target.type] ?? []).filter((known) => fixedBy(target, known) === undefined);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setTried('sending');
    try {
      const filled = fields.map((known): [string, string] => [keyOf(known), values[keyOf(known)] ?? '']);
      // An exchange without a name is one too, where there is a destination at all.
      const isGiven = filled.some(([, value]) => value !== '');
      const destination = Object.fromEntries(filled.filter(([key, value]) => value !== '' || (isGiven && key === 'exchange')));
      setTried(await call<TargetTest>('POST', `v1/targets/${part(target.name)}/test`, { body: { ...(queue.trim() ? { queue: queue.trim() } : {}), destination } }));
    } catch (failure) {
      setTried(null);
      failed(failure);
    }
  };
  return (
    <Dialog title={`${words.sendTest}: ${target.name}`} onClose={onClose}>
      <p class="muted">{words.testHint}</p>
      <form class="form" onSubmit={(event) => void send(event)}>
        <Field label={w().queue} hint={words.testQueue}><input class="mono" autoComplete="off" list="test-queues" value={queue} onInput={(event) => setQueue(event.currentTarget.value)} /></Field>
        <datalist id="test-queues">{queues.map((each) => <option key={each} value={each} />)}</datalist>
        {fields.map((known) => <Field key={known.name} label={<span class="mono">{keyOf(known)}</span>}><input autoComplete="off" value={values[keyOf(known)] ?? ''} placeholder={known.otherwise} onInput={(event) => setValues({ ...values, [keyOf(known)]: event.currentTarget.value })} /></Field>)}
        <button type="submit" class="primary" disabled={tried === 'sending'}>{words.send}</button>
      </form>
      <p role="status">{tried === 'sending' ? words.sending : tried ? <><strong class={tried.outcome === 'CONFIRMED' ? 'has-run' : 'hot-dead'}>{words.outcomes[tried.outcome]}</strong> · {measured(tried.millis)} {tried.message ? <span class="error-line">{tried.message}</span> : null}</> : null}</p>
    </Dialog>
  );
}

function TargetForm({ edited, onClose }: { edited: Edited | null; onClose: () => void }) {
  const words = w().admin;
  const target = edited?.target ?? null;
  const [name, setName] = useState(target?.name ?? '');
  const [type, setType] = useState(target?.type ?? 'rabbitmq');
  const [queues, setQueues] = useState(target?.queues ?? '');
  const [lines, setLines] = useState(target ? linesOf(target) : '');
  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    const settings = lines.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]);
    try {
      const headers: Record<string, string> = edited ? { 'If-Match': edited.tag } : { 'If-None-Match': '*' };
      await call('PUT', `v1/targets/${part(name)}`, { body: { type, queues: queues.split(/[\s,]+/).filter(Boolean), ...Object.fromEntries(settings) }, headers });
      tell({ text: `${words.stored}: ${name}` });
      onClose();
    } catch (failure) {
      failed(failure instanceof Refusal && failure.status === 412 ? (edited ? words.targetChanged : words.isTarget) : failure);
    }
  };
  return (
    <Dialog title={target ? `${words.edit}: ${target.name}` : words.addTarget} onClose={onClose}>
      <form class="form" onSubmit={(event) => void store(event)}>
        <Field label={words.name}><input required readOnly={target !== null} value={name} onInput={(event) => setName(event.currentTarget.value)} /></Field>
        <Field label={words.kind}><select value={type} onChange={(event) => setType(event.currentTarget.value)}>{Object.keys(EXAMPLES).map((each) => <option key={each} value={each}>{each}</option>)}</select></Field>
        <Field label={words.targetQueues} hint={words.queuePatterns}><input class="mono" placeholder={words.onlyStoreAdmins} value={queues} onInput={(event) => setQueues(event.currentTarget.value)} /></Field>
        <Field label={words.settingLines} hint={words.secretHint}><textarea rows={6} spellcheck={false} placeholder={EXAMPLES[type] ?? ''} value={lines} onInput={(event) => setLines(event.currentTarget.value)} /></Field>
        <button type="submit" class="primary" disabled={!name}>{words.store}</button>
      </form>
    </Dialog>
  );
}
