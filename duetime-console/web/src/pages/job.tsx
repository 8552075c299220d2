import { useState } from 'preact/hooks';
import { address, call, jobPath } from '../api/client';
import type { Explanation, Job } from '../api/types';
import { failed, Moment, StateMark, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { now } from '../parts/now';
import { bytesOf, hex, local, quoted, relative, span, utc } from '../parts/text';
import { w, language } from '../words';
import { LifeCycle } from '../parts/lifecycle';

/** One job: where it is in its life, why it does not run, what it carries, and what can be done. */
export function JobPage({ queue, id }: { queue: string; id: string }) {
  const words = w();
  const job = useLoad<Job>(jobPath(queue, id), {}, 2_000);
  const explained = useLoad<Explanation>(jobPath(queue, id, '/explain'), {}, 2_000);
  if (!job.data) return <><h1 class="mono">{id}</h1>{job.failure ? <p class="failure" role="alert">{job.failure}</p> : null}</>;
  const shown = job.data;
  return (
    <>
      <h1 class="mono">{shown.id}</h1>
      <p><StateMark state={shown.state} /> {explained.data ? <strong>{sentence(explained.data)}</strong> : null}</p>
      <LifeCycle state={shown.state} />
      <Actions job={shown} onChange={() => { job.again(); explained.again(); }} />
      <dl class="facts">
        <Fact name={words.due} at={shown.dueAt} />
        {shown.firstDueAt !== shown.dueAt ? <Fact name={words.firstDue} at={shown.firstDueAt} /> : null}
        <Fact name={words.scheduled} at={shown.scheduledAt} />
        <div><dt>{words.attempt}</dt><dd>{shown.attempt} / {shown.maxAttempts}</dd></div>
        <div><dt>{words.priority}</dt><dd>{shown.priority}</dd></div>
        {shown.tags.length ? <div><dt>{words.tags}</dt><dd>{shown.tags.map((tag) => <span key={tag} class="badge">{tag}</span>)}</dd></div> : null}
        {shown.reason ? <div><dt>{words.reason}</dt><dd>{shown.reason}</dd></div> : null}
        {Object.entries(shown.headers).map(([name, value]) => <div key={name}><dt class="mono">{name}</dt><dd class="mono">{value}</dd></div>)}
      </dl>
      <Payload job={shown} />
      {shown.history.length ? <History job={shown} /> : null}
    </>
  );
}

function Fact({ name, at }: { name: string; at: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{relative(at, now.value)}<br /><span class="muted">{local(at)}<br />{utc(at)}</span></dd>
    </div>
  );
}

/** The explanation of the server as one sentence. */
export function sentence(explanation: Explanation): string {
  const words = w();
  const due = explanation.dueAt ? `${relative(explanation.dueAt, now.value)} (${local(explanation.dueAt)})` : '';
  const known = words.why as Record<string, (due: string) => string>;
  return (known[explanation.why] ?? (() => words.why.other(explanation.why)))(due);
}

function Actions({ job, onChange }: { job: Job; onChange: () => void }) {
  const words = w();
  const [delay, setDelay] = useState('10m');
  const path = jobPath(job.queue, job.id);
  const make = async (name: string, change: () => Promise<unknown>, undo?: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
      const back = undo ? { undo: () => void undo().then(onChange, failed) } : {};
      tell({ text: `${name}: ${job.id}`, ...back });
      onChange();
    } catch (failure) {
      failed(failure);
    }
  };
  const reschedule = (body: unknown): Promise<unknown> => call('PATCH', path, { body });
  const isWaiting = job.state === 'DELAYED' || job.state === 'READY';
  const copy = (text: string): void => void navigator.clipboard.writeText(text).then(() => tell({ text: words.copied }), failed);
  return (
    <div class="bar actions">
      {isWaiting ? (
        <>
          <button type="button" onClick={() => void make(words.runNow, () => reschedule({ delay: '0s' }))}>{words.runNow}</button>
          <label class="field"><span>{words.delay}</span><input size={6} value={delay} onInput={(event) => setDelay(event.currentTarget.value)} /></label>
          <button type="button" onClick={() => void make(words.reschedule, () => reschedule({ delay }), () => reschedule({ dueAt: job.dueAt }))}>{words.reschedule}</button>
          <button type="button" class="danger" onClick={() => void make(words.cancel, () => call('DELETE', path))}>{words.cancelJob}</button>
        </>
      ) : null}
      {job.state === 'DEAD' ? (
        <button type="button" onClick={() => void make(words.redrive, () => call('POST', `v1/queues/${encodeURIComponent(job.queue)}/redrive`, { body: { ids: [job.id] } }))}>{words.redrive}</button>
      ) : null}
      <button type="button" class="quiet" onClick={() => copy(`curl ${quoted(address(path))}`)}>{words.copyCurl}</button>
      <button type="button" class="quiet" onClick={() => copy(`duetime show ${quoted(job.queue)} ${quoted(job.id)} --server ${quoted(address(''))}`)}>{words.copyCli}</button>
    </div>
  );
}

type Form = 'json' | 'text' | 'hex';

function Payload({ job }: { job: Job }) {
  const words = w();
  const [chosen, setChosen] = useState<Form | null>(null);
  if (job.payload === undefined && job.payloadBase64 === undefined) return <section><h2>{words.payload}</h2><p class="muted">{words.masked}</p></section>;
  const bytes = bytesIn(job);
  const isJson = job.payload !== undefined && typeof job.payload !== 'string';
  const form = chosen ?? (isJson ? 'json' : job.payload !== undefined ? 'text' : 'hex');
  const url = (): string => URL.createObjectURL(new Blob([bytes.slice().buffer], { type: 'application/octet-stream' }));
  return (
    <section>
      <h2>{words.payload}</h2>
      <div class="bar">
        <div class="choice" role="group" aria-label={words.payload}>
          {isJson ? <button type="button" aria-pressed={form === 'json'} onClick={() => setChosen('json')}>{words.asJson}</button> : null}
          <button type="button" aria-pressed={form === 'text'} onClick={() => setChosen('text')}>{words.asText}</button>
          <button type="button" aria-pressed={form === 'hex'} onClick={() => setChosen('hex')}>{words.asHex}</button>
        </div>
        <span class="muted">{words.bytes(String(bytes.length))}{job.contentType ? ` · ${job.contentType}` : ''}</span>
        <button type="button" class="quiet" onClick={() => save(url(), job.id)}>{words.download}</button>
      </div>
      <pre class="payload">{form === 'json' ? <Json value={job.payload} /> : form === 'text' ? new TextDecoder().decode(bytes).slice(0, 100_000) : hex(bytes)}</pre>
    </section>
  );
}

function save(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name.replace(/[^\w.-]/g, '_');
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function bytesIn(job: Job): Uint8Array {
  if (job.payloadBase64 !== undefined) return bytesOf(job.payloadBase64);
  const text = typeof job.payload === 'string' ? job.payload : JSON.stringify(job.payload);
  return new TextEncoder().encode(text);
}

/** JSON that can be folded; long lists and deep parts begin folded. */
function Json({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (value === null || typeof value !== 'object') return <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>;
  const entries: [string, unknown][] = Array.isArray(value) ? value.map((each, i) => [String(i), each]) : Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (!entries.length) return <>{open}{close}</>;
  return (
    <details class="json" open={depth < 2 && entries.length <= 50}>
      <summary>{open} <span class="muted">{entries.length}</span></summary>
      {entries.slice(0, 1_000).map(([name, each]) => <div key={name} class="json-entry"><span class="json-name">{name}</span>: <Json value={each} depth={depth + 1} /></div>)}
      {close}
    </details>
  );
}

function History({ job }: { job: Job }) {
  const words = w();
  return (
    <section>
      <h2>{words.history}</h2>
      <ol class="history" lang={language.value}>
        {job.history.map((attempt) => (
          <li key={`${attempt.attempt}-${attempt.startedAt}`}>
            <strong>{attempt.attempt}</strong> {attempt.outcome} · <Moment at={attempt.startedAt} />
            {attempt.endedAt ? <span class="muted"> · {span(new Date(attempt.endedAt).getTime() - new Date(attempt.startedAt).getTime())}</span> : null}
            {attempt.error ? <pre class="error">{attempt.error}</pre> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
