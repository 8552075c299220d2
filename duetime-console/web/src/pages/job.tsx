import { useEffect, useMemo, useState } from 'preact/hooks';
import { address, call, jobPath, queuePath, token } from '../api/client';
import type { Changed, Explanation, Job, Outcome, Queue } from '../api/types';
import { CopyLine, Dialog, failed, Moment, type Note, StateMark, tell, Title, TypedConfirmation } from '../parts/basics';
import { Changes } from '../parts/audit';
import { LifeCycle } from '../parts/lifecycle';
import { command } from '../parts/command';
import { useLoad } from '../parts/load';
import { now } from '../state/now';
import { doneOf, isMade, outcomeOf, undoneOf } from '../parts/outcome';
import { Payload } from '../parts/payload';
import { local, measured, number, quoted, relative, utc } from '../parts/text';
import { type When, WhenField } from '../parts/when';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';
import { EditDialog } from './edit';

const READ_MS = 2_000;
/** How long the button on the page of a forgotten job lets its queue remember ended jobs. */
const REMEMBERED = '1d';

/** One job: where it is in its life, why it does not run, what it carries, and what can be done. */
export function JobPage({ queue, id }: { queue: string; id: string }) {
  const words = w();
  const explained = useLoad<Explanation>(jobPath(queue, id, '/explain'), {}, READ_MS);
  const job = useLoad<Job>(jobPath(queue, id), { payloadAs: 'base64' });
  // The job itself, with its payload, is read again only when something has happened to it.
  const { why, attempt, lastError, cancelRequested, dueAt, consumer, until } = explained.data ?? {};
  const state = JSON.stringify([why, attempt, lastError, cancelRequested, dueAt, consumer, why === 'LEASED' ? until : '']);
  useEffect(() => {
    if (explained.data) job.again();
  }, [state]);
  const isMissing = job.refusal?.status === 404;
  useEffect(() => {
    if (!job.refusal || isMissing) return undefined;
    const timer = setTimeout(job.again, READ_MS);
    return () => clearTimeout(timer);
  }, [job.refusal]);
  const again = (): void => {
    job.again();
    explained.again();
  };
  const shown = job.data;
  // The page outlives its job.
  const [goneAt, setGoneAt] = useState<number | null>(null);
  useEffect(() => setGoneAt(isMissing ? now.peek() : null), [isMissing]);
  // A payload may be large, and the page is drawn each second.
  const payload = useMemo(() => (shown ? <Payload job={shown} /> : null), [shown]);
  return (
    <>
      <p class="crumbs"><a href={link(['queues'])}>{words.nav.queues}</a> / <a class="name" href={link(['queues', queue])}>{queue}</a> / <a href={link(['queues', queue, 'jobs'])}>{words.jobs}</a></p>
      <Title text={id} isId />
      {job.refusal ? <p class={shown ? 'warning' : 'failure'} role="alert">{!isMissing ? job.refusal.message : goneAt && shown && shown.state !== 'DEAD' ? words.goneAt(local(goneAt)) : words.noSuchJob}</p> : null}
      {isMissing ? <Remembered queue={queue} /> : null}
      {shown && isMissing ? (
        <div class="over">
          <p class="sentence"><StateMark state={shown.state} /> {words.lastSeen}</p>
          <Facts job={shown} />
          {payload}
          <History job={shown} />
        </div>
      ) : null}
      {shown && !isMissing ? (
        <>
          <p class="sentence"><StateMark state={shown.state} /> {explained.data ? <Sentence explanation={explained.data} job={shown} /> : null}</p>
          <LifeCycle state={shown.state} />
          <Actions job={shown} onChange={again} />
          <Facts job={shown} />
          {payload}
          <History job={shown} />
          {may('admin') ? <Changes queue={queue} id={id} version={JSON.stringify([shown.state, shown.dueAt, shown.priority, shown.tags, shown.payloadBase64?.length])} /> : null}
          <Commands job={shown} />
        </>
      ) : null}
    </>
  );
}

/** How long the queue remembers ended jobs, and a button where it does not. */
function Remembered({ queue }: { queue: string }) {
  const words = w();
  const { data, again } = useLoad<Queue>(queuePath(queue), {}, READ_MS);
  if (!data) return null;
  const before = data.settings.retention ?? '0s';
  const isNone = /^0[a-z]*$/.test(before);
  const set = (retention: string): Promise<unknown> => call('PATCH', queuePath(queue), { body: { retention } }).then(again);
  const remember = (): void => void set(REMEMBERED).then(() => tell({ text: words.remembered(REMEMBERED), undo: () => set(before) }), failed);
  return (
    <div class="bar">
      <span>{isNone ? words.notRemembered : words.remembered(before)}</span>
      {isNone && may('admin', queue) ? <button type="button" onClick={remember}>{words.remember}</button> : null}
      <a href={link(['queues', queue, 'settings'])}>{words.settings}</a>
    </div>
  );
}

/** Why the job does not run. It counts the seconds for the eye only. */
function Sentence({ explanation, job }: { explanation: Explanation; job: Job }) {
  const due = local(job.dueAt);
  return (
    <>
      <strong>{sentence(explanation, job, `${relative(job.dueAt, now.value)} (${due})`)}</strong>
      <span class="unseen" role="status">{sentence(explanation, job, due)}</span>
    </>
  );
}

/** The explanation of the server as a sentence or two. */
function sentence(explanation: Explanation, job: Job, due: string): string {
  const words = w();
  const known = words.why as unknown as Record<string, (due: string, jobs: string) => string>;
  const end = words.ends[job.reason ?? ''];
  const first = explanation.why === 'DEAD' && end ? end : (known[explanation.why]?.(due, explanation.jobs ?? explanation.target ?? '') ?? explanation.why);
  const most = explanation.maxAttempts ? number(explanation.maxAttempts) : '∞';
  const used = explanation.why === 'LEASED' ? words.why.retries : words.why.failed;
  const second = explanation.attempt ? ` ${used(number(explanation.attempt), most)}` : '';
  const third = explanation.cancelRequested ? ` ${words.why.marked}` : '';
  const fourth = explanation.failure ? ` ${explanation.failure}` : '';
  const fifth = explanation.abandoned ? ` ${words.why.abandoned(explanation.abandoned)}` : '';
  return first + second + third + fourth + fifth;
}

function Facts({ job }: { job: Job }) {
  const words = w();
  return (
    <dl class="facts">
      {job.reason ? <div class={job.message ? 'whole' : ''}><dt>{words.reason}</dt><dd>{words.reasons[job.reason] ?? job.reason}{job.message ? <pre class={job.state === 'DONE' ? '' : 'error'}>{job.message}</pre> : null}</dd></div> : null}
      <Fact name={words.due} at={job.dueAt} />
      {job.firstDueAt !== job.dueAt ? <Fact name={words.firstDue} at={job.firstDueAt} /> : null}
      <Fact name={words.scheduled} at={job.scheduledAt} />
      <Fact name={words.leaseUntil} at={job.leaseUntil} />
      <Fact name={words.ended} at={job.endedAt} />
      {job.note ? <div><dt>{words.note}</dt><dd><strong>{job.note}</strong><br /><span class="muted"><Moment at={job.notedAt} isPast /></span></dd></div> : null}
      {job.consumer ? <div><dt>{words.consumer}</dt><dd class="mono">{job.consumer}</dd></div> : null}
      <div><dt>{words.attempt}</dt><dd>{number(job.attempt ?? 0)} / {job.maxAttempts ? number(job.maxAttempts) : '∞'}</dd></div>
      {job.priority === undefined ? null : <div><dt>{words.priority}</dt><dd>{number(job.priority)}</dd></div>}
      {job.tags?.length ? <div><dt>{words.tags}</dt><dd>{job.tags.map((tag) => <a key={tag} class="badge" href={link(['queues', job.queue, 'jobs'], { tag })}>{tag}</a>)}</dd></div> : null}
      {Object.entries(job.headers ?? {}).map(([name, value]) => <div key={name}><dt>{words.headers}: <span class="mono">{name}</span></dt><dd class="mono">{value}</dd></div>)}
    </dl>
  );
}

function Fact({ name, at }: { name: string; at: string | undefined }) {
  if (!at) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd><strong>{relative(at, now.value)}</strong><br /><span class="muted">{local(at)}<br />{utc(at)}</span></dd>
    </div>
  );
}

function Actions({ job, onChange }: { job: Job; onChange: () => void }) {
  const words = w();
  const [asked, setAsked] = useState<'cancel' | 'edit' | 'purge' | 'reschedule' | null>(null);
  const path = jobPath(job.queue, job.id);

  const make = async (change: () => Promise<Note>): Promise<void> => {
    setAsked(null);
    try {
      const { text, undo } = await change();
      tell({ text: `${job.id}: ${text}`, ...(undo ? { undo: () => undo().finally(onChange) } : {}) });
    } catch (failure) {
      failed(failure);
    }
    onChange();
  };
  const move = (body: unknown): Promise<Outcome> => call<Outcome>('PATCH', path, { body });
  const reschedule = async (body: unknown): Promise<Note> => {
    const answer = await move(body);
    const text = outcomeOf(answer);
    return isMade(answer) ? { text, undo: () => move({ dueAt: job.dueAt }).then(undoneOf) } : { text };
  };
  const update = async (values: unknown): Promise<Note> => ({ text: outcomeOf(await move(values)) });
  const cancel = async (): Promise<Note> => ({ text: outcomeOf(await call<Outcome>('DELETE', path)) });
  const dead = async (action: 'redrive' | 'purge'): Promise<Note> => {
    const answer = await call<Changed>('POST', queuePath(job.queue, `/${action}`), { body: { ids: [job.id] } });
    return { text: doneOf(words[action], answer.changed, answer.refused) };
  };
  const isWaiting = job.state === 'DELAYED' || job.state === 'READY';

  return (
    <div class="bar actions">
      {isWaiting && may('produce', job.queue) ? (
        <>
          {job.state === 'DELAYED' ? <button type="button" onClick={() => void make(() => reschedule({ delay: '0s' }))}>{words.runNow}</button> : null}
          <button type="button" onClick={() => setAsked('reschedule')}>{words.reschedule}</button>
        </>
      ) : null}
      {(isWaiting && may('produce', job.queue)) || (job.state === 'DEAD' && may('admin', job.queue)) ? <button type="button" onClick={() => setAsked('edit')}>{words.edit}</button> : null}
      {(isWaiting || job.state === 'RUNNING') && may('produce', job.queue) ? <button type="button" class="danger" onClick={() => setAsked('cancel')}>{words.cancelJob}</button> : null}
      {job.state === 'DEAD' && may('admin', job.queue) ? (
        <>
          <button type="button" class="primary" onClick={() => void make(() => dead('redrive'))}>{words.redrive}</button>
          <button type="button" class="danger" onClick={() => setAsked('purge')}>{words.purgeJob}</button>
        </>
      ) : null}
      {asked === 'reschedule' ? <RescheduleDialog id={job.id} onClose={() => setAsked(null)} onWhen={(when) => void make(() => reschedule(when))} /> : null}
      {asked === 'edit' ? <EditDialog job={job} onClose={() => setAsked(null)} onValues={(values) => void make(() => update(values))} /> : null}
      {asked === 'cancel' || asked === 'purge' ? (
        <TypedConfirmation
          title={asked === 'cancel' ? words.cancelJob : words.purgeJob}
          label={words.bulk.typeId}
          wanted={job.id}
          onClose={() => setAsked(null)}
          onConfirmed={() => void make(asked === 'cancel' ? cancel : () => dead('purge'))}
        />
      ) : null}
    </div>
  );
}

interface RescheduleDialogProps {
  id: string;
  onClose: () => void;
  onWhen: (when: When) => void;
}

function RescheduleDialog({ id, onClose, onWhen }: RescheduleDialogProps) {
  const words = w();
  const [when, setWhen] = useState<When | null>({ delay: '10m' });
  return (
    <Dialog title={`${words.reschedule}: ${id}`} onClose={onClose}>
      <form class="form" onSubmit={(event) => { event.preventDefault(); if (when) onWhen(when); }}>
        <WhenField onWhen={setWhen} />
        <button type="submit" class="primary" disabled={!when}>{words.reschedule}</button>
      </form>
    </Dialog>
  );
}

function History({ job }: { job: Job }) {
  const words = w();
  if (!job.history?.length) return null;
  return (
    <section>
      <h2>{words.attempts}</h2>
      <ol class="history">
        {job.history.map((attempt) => (
          <li key={`${attempt.attempt}-${attempt.startedAt}`}>
            <strong>{number(attempt.attempt)}</strong> <span class="badge">{words.reasons[attempt.outcome] ?? attempt.outcome}</span> <Moment at={attempt.startedAt} both />
            {attempt.endedAt ? <span class="muted"> · {measured(new Date(attempt.endedAt).getTime() - new Date(attempt.startedAt).getTime())}</span> : null}
            {attempt.error ? <pre class="error">{attempt.error}</pre> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the page does as commands, for curl and for the duetime command. */
function Commands({ job }: { job: Job }) {
  const words = w();
  const [isOpen, setOpen] = useState(false);
  const url = (rest = ''): string => quoted(address(jobPath(job.queue, job.id, rest)));
  // The token is named, never shown.
  const curl = token.value ? 'curl -H "Authorization: Bearer $DUETIME_TOKEN"' : 'curl';
  const cli = (name: string, ...options: string[]): string => command(name, options, job.queue, job.id);
  const json = `-H 'Content-Type: application/json'`;
  type Row = [name: string, byCurl: string, byCli: string];
  const rows: Row[] = [
    [words.show, `${curl} ${url()}`, cli('show')],
    [words.explain, `${curl} ${url('/explain')}`, cli('explain')],
    ...(job.state === 'DEAD'
      ? [[words.redrive, `${curl} -X POST ${json} -d ${quoted(JSON.stringify({ ids: [job.id] }))} ${quoted(address(queuePath(job.queue, '/redrive')))}`, command('dead redrive', [quoted(`--id=${job.id}`)], job.queue)] as Row]
      : [
          [words.runNow, `${curl} -X PATCH ${json} -d '{"delay":"0s"}' ${url()}`, cli('reschedule', '--now')] as Row,
          [words.reschedule, `${curl} -X PATCH ${json} -d '{"delay":"10m"}' ${url()}`, cli('reschedule', '--delay', '10m')] as Row,
          [words.cancel, `${curl} -X DELETE ${url()}`, cli('cancel')] as Row,
        ]),
  ];
  return (
    <details class="commands" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asCommands}</summary>
      {isOpen ? rows.map(([name, byCurl, byCli]) => <div key={name}><h3>{name}</h3><CopyLine text={byCurl} /><CopyLine text={byCli} /></div>) : null}
    </details>
  );
}
