import { useEffect, useState } from 'preact/hooks';
import { address, call, jobPath, queuePath, Refusal, token } from '../api/client';
import type { Changed, Explanation, Job, Outcome } from '../api/types';
import { CopyLine, failed, Moment, StateMark, tell, TypedConfirmation } from '../parts/basics';
import { Field } from '../parts/field';
import { LifeCycle } from '../parts/lifecycle';
import { useLoad } from '../parts/load';
import { now } from '../parts/now';
import { Payload } from '../parts/payload';
import { local, measured, number, quoted, relative, utc } from '../parts/text';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';

const READ_MS = 2_000;

/** One job: where it is in its life, why it does not run, what it carries, and what can be done. */
export function JobPage({ queue, id }: { queue: string; id: string }) {
  const words = w();
  const explained = useLoad<Explanation>(jobPath(queue, id, '/explain'), {}, READ_MS);
  const job = useLoad<Job>(jobPath(queue, id), { payloadAs: 'base64' });
  // The job itself, with its payload, is read again only when something has happened to it.
  const { why, attempt, lastError, cancelRequested, dueAt } = explained.data ?? {};
  const state = JSON.stringify([why, attempt, lastError, cancelRequested, dueAt]);
  useEffect(() => {
    if (explained.data) job.again();
  }, [state]);
  const again = (): void => {
    job.again();
    explained.again();
  };
  const shown = job.data;
  return (
    <>
      <p class="crumbs"><a href={link(['queues'])}>{words.nav.queues}</a> / <a href={link(['queues', queue])}>{queue}</a> / <a href={link(['queues', queue, 'jobs'])}>{words.jobs}</a></p>
      <h1 class="mono">{id}</h1>
      {job.refusal ? <p class="failure" role="alert">{job.refusal.status === 404 ? words.noSuchJob : job.refusal.message}</p> : null}
      {shown && job.refusal?.status !== 404 ? (
        <>
          <p class="sentence"><StateMark state={shown.state} /> {explained.data ? <strong role="status">{sentence(explained.data, shown)}</strong> : null}</p>
          <LifeCycle state={shown.state} />
          <Actions job={shown} onChange={again} />
          <Facts job={shown} />
          <Payload job={shown} />
          <History job={shown} />
          <Commands job={shown} />
        </>
      ) : null}
    </>
  );
}

/** The explanation of the server as a sentence or two. */
function sentence(explanation: Explanation, job: Job): string {
  const words = w();
  const known = words.why as unknown as Record<string, (due: string) => string>;
  const due = `${relative(job.dueAt, now.value)} (${local(job.dueAt)})`;
  const end = words.ends[job.reason ?? ''];
  const first = explanation.why === 'DEAD' && end ? end : (known[explanation.why]?.(due) ?? explanation.why);
  const second = explanation.attempt ? ` ${words.why.retries(number(explanation.attempt), explanation.maxAttempts ? number(explanation.maxAttempts) : '∞')}` : '';
  const third = explanation.cancelRequested ? ` ${words.why.marked}` : '';
  return first + second + third;
}

function Facts({ job }: { job: Job }) {
  const words = w();
  return (
    <dl class="facts">
      <Fact name={words.due} at={job.dueAt} />
      {job.firstDueAt !== job.dueAt ? <Fact name={words.firstDue} at={job.firstDueAt} /> : null}
      <Fact name={words.scheduled} at={job.scheduledAt} />
      <Fact name={words.leaseUntil} at={job.leaseUntil} />
      <Fact name={words.ended} at={job.endedAt} />
      {job.consumer ? <div><dt>{words.consumer}</dt><dd class="mono">{job.consumer}</dd></div> : null}
      <div><dt>{words.attempt}</dt><dd>{number(job.attempt ?? 0)} / {job.maxAttempts ? number(job.maxAttempts) : '∞'}</dd></div>
      {job.priority === undefined ? null : <div><dt>{words.priority}</dt><dd>{number(job.priority)}</dd></div>}
      {job.tags?.length ? <div><dt>{words.tags}</dt><dd>{job.tags.map((tag) => <a key={tag} class="badge" href={link(['queues', job.queue, 'jobs'], { tag })}>{tag}</a>)}</dd></div> : null}
      {job.reason ? <div><dt>{words.reason}</dt><dd>{job.reason}{job.message ? <pre class="error">{job.message}</pre> : null}</dd></div> : null}
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

/** Says what became of one job, and throws what was refused. */
function outcomeOf(answer: Outcome): string {
  if (answer.error) throw new Refusal(200, answer.error.code, answer.error.detail);
  return w().outcome[answer.outcome] ?? answer.outcome;
}

function Actions({ job, onChange }: { job: Job; onChange: () => void }) {
  const words = w();
  const [delay, setDelay] = useState('10m');
  const [asked, setAsked] = useState<'cancel' | 'purge' | null>(null);
  const path = jobPath(job.queue, job.id);

  const make = async (change: () => Promise<string>, undo?: () => Promise<unknown>): Promise<void> => {
    setAsked(null);
    try {
      tell({ text: `${job.id}: ${await change()}`, ...(undo ? { undo: () => undo().then(onChange) } : {}) });
    } catch (failure) {
      failed(failure);
    }
    onChange();
  };
  const reschedule = (body: unknown): Promise<string> => call<Outcome>('PATCH', path, { body }).then(outcomeOf);
  const back = (): Promise<string> => reschedule({ dueAt: job.dueAt });
  const dead = (action: 'redrive' | 'purge'): Promise<string> => call<Changed>('POST', queuePath(job.queue, `/${action}`), { body: { ids: [job.id] } }).then((answer) => words.bulk.done(words[action], number(answer.changed)));
  const isWaiting = job.state === 'DELAYED' || job.state === 'READY';

  return (
    <div class="bar actions">
      {isWaiting && may('produce', job.queue) ? (
        <>
          {job.state === 'DELAYED' ? <button type="button" onClick={() => void make(() => reschedule({ delay: '0s' }), back)}>{words.runNow}</button> : null}
          <form class="field" onSubmit={(event) => { event.preventDefault(); void make(() => reschedule({ delay }), back); }}>
            <Field label={words.delay}><input size={7} required value={delay} onInput={(event) => setDelay(event.currentTarget.value)} /></Field>
            <button type="submit">{words.reschedule}</button>
          </form>
        </>
      ) : null}
      {(isWaiting || job.state === 'RUNNING') && may('produce', job.queue) ? <button type="button" class="danger" onClick={() => setAsked('cancel')}>{words.cancelJob}</button> : null}
      {job.state === 'DEAD' && may('admin', job.queue) ? (
        <>
          <button type="button" class="primary" onClick={() => void make(() => dead('redrive'))}>{words.redrive}</button>
          <button type="button" class="danger" onClick={() => setAsked('purge')}>{words.purgeJob}</button>
        </>
      ) : null}
      {asked ? (
        <TypedConfirmation
          title={asked === 'cancel' ? words.cancelJob : words.purgeJob}
          label={words.bulk.typeId}
          wanted={job.id}
          onClose={() => setAsked(null)}
          onConfirmed={() => void make(asked === 'cancel' ? () => call<Outcome>('DELETE', path).then(outcomeOf) : () => dead('purge'))}
        />
      ) : null}
    </div>
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
            <strong>{number(attempt.attempt)}</strong> <span class="badge">{attempt.outcome}</span> <Moment at={attempt.startedAt} both />
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
  const server = address('').replace(/\/$/, '');
  const url = (rest = ''): string => quoted(address(jobPath(job.queue, job.id, rest)));
  // The token is named, never shown.
  const curl = token.value ? 'curl -H "Authorization: Bearer $DUETIME_TOKEN"' : 'curl';
  const cli = (command: string, ...rest: string[]): string => ['duetime', command, quoted(job.queue), ...rest, '--server', quoted(server)].join(' ');
  const id = quoted(job.id);
  const json = `-H 'Content-Type: application/json'`;
  type Row = [name: string, byCurl: string, byCli: string];
  const rows: Row[] = [
    [words.show, `${curl} ${url()}`, cli('show', id)],
    [words.explain, `${curl} ${url('/explain')}`, cli('explain', id)],
    ...(job.state === 'DEAD'
      ? [[words.redrive, `${curl} -X POST ${json} -d ${quoted(JSON.stringify({ ids: [job.id] }))} ${quoted(address(queuePath(job.queue, '/redrive')))}`, cli('dead redrive', '--id', id)] as Row]
      : [
          [words.runNow, `${curl} -X PATCH ${json} -d '{"delay":"0s"}' ${url()}`, cli('reschedule', id, '--now')] as Row,
          [words.reschedule, `${curl} -X PATCH ${json} -d '{"delay":"10m"}' ${url()}`, cli('reschedule', id, '--delay', '10m')] as Row,
          [words.cancel, `${curl} -X DELETE ${url()}`, cli('cancel', id)] as Row,
        ]),
  ];
  return (
    <details class="commands" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asCommands}</summary>
      {isOpen ? rows.map(([name, byCurl, byCli]) => <div key={name}><h3>{name}</h3><CopyLine text={byCurl} /><CopyLine text={byCli} /></div>) : null}
    </details>
  );
}
