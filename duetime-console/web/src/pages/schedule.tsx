import { useState } from 'preact/hooks';
import { jobPath, send } from '../api/client';
import type { Outcome } from '../api/types';
import { failed, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { type When, WhenField } from '../parts/when';
import { names } from '../state/live';
import { go, setting } from '../state/route';
import { w } from '../words';

const MOST_NAMES = 2_000;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function Schedule() {
  const words = w();
  const [queue, setQueue] = useState(setting('queue'));
  const [id, setId] = useState('');
  const [when, setWhen] = useState<When | null>({ delay: '10m' });
  const [payload, setPayload] = useState('');
  const [asJson, setAsJson] = useState(true);
  const [tags, setTags] = useState('');
  const [priority, setPriority] = useState('');
  const [maxAttempts, setMaxAttempts] = useState('');
  const isBad = asJson && payload.trim() !== '' && !isJson(payload);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!when) return;
    const query = { ...when, priority, maxAttempts, tag: tags.split(',').map((tag) => tag.trim()).filter(Boolean) };
    try {
      // The text is sent as it was written, not read and written again.
      const type = asJson ? 'application/json' : 'text/plain; charset=utf-8';
      const answer = await send('PUT', jobPath(queue, id), { query, ...(payload ? { text: payload, headers: { 'Content-Type': type } } : {}) });
      const outcome = (await answer.json()) as Outcome;
      if (outcome.outcome === 'CREATED') tell({ text: `${words.scheduled}: ${id}`, undo: () => send('DELETE', jobPath(queue, id)) });
      else tell({ text: `${id}: ${words.form.exists}` });
      go(['queues', queue, 'jobs', id]);
    } catch (failure) {
      failed(failure);
    }
  };

  return (
    <>
      <h1>{words.form.submit}</h1>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field label={words.queue}><input id="search" required list="queue-names" value={queue} onInput={(event) => setQueue(event.currentTarget.value)} /></Field>
        <datalist id="queue-names">{names.value.slice(0, MOST_NAMES).map((name) => <option key={name} value={name} />)}</datalist>
        <Field label={words.id} hint={words.form.idHint}><input required value={id} onInput={(event) => setId(event.currentTarget.value)} /></Field>
        <WhenField onWhen={setWhen} />
        <div class="field">
          <div class="bar">
            <label for="payload">{words.payload}</label>
            <div class="choice" role="group" aria-label={words.form.contentType}>
              <button type="button" aria-pressed={asJson} onClick={() => setAsJson(true)}>{words.form.json}</button>
              <button type="button" aria-pressed={!asJson} onClick={() => setAsJson(false)}>{words.form.text}</button>
            </div>
          </div>
          <textarea id="payload" rows={6} spellcheck={false} aria-invalid={isBad} value={payload} onInput={(event) => setPayload(event.currentTarget.value)} />
          {isBad ? <small class="failure" role="alert">{words.form.badJson}</small> : null}
        </div>
        <details>
          <summary>{words.form.more}</summary>
          <Field label={words.tags} hint={words.form.tagsHint}><input value={tags} onInput={(event) => setTags(event.currentTarget.value)} /></Field>
          <Field label={words.priority}><input inputMode="numeric" value={priority} placeholder="1024" onInput={(event) => setPriority(event.currentTarget.value)} /></Field>
          <Field label={words.attempts}><input inputMode="numeric" value={maxAttempts} placeholder="20" onInput={(event) => setMaxAttempts(event.currentTarget.value)} /></Field>
        </details>
        <button type="submit" class="primary" disabled={!when || isBad || !queue || !id}>{words.form.submit}</button>
      </form>
    </>
  );
}
