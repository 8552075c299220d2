import { useState } from 'preact/hooks';
import { call, jobPath, send } from '../api/client';
import type { Outcome } from '../api/types';
import { failed, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { undoneOf } from '../parts/outcome';
import { isFit, JSON_TYPE, PayloadField, type Written } from '../parts/payloadfield';
import { type When, WhenField } from '../parts/when';
import { names } from '../state/live';
import { go, setting } from '../state/route';
import { w } from '../words';

const MOST_NAMES = 2_000;

export function Schedule() {
  const words = w();
  const [queue, setQueue] = useState(setting('queue'));
  const [id, setId] = useState('');
  const [when, setWhen] = useState<When | null>({ delay: '10m' });
  const [payload, setPayload] = useState<Written>({ text: '', type: JSON_TYPE });
  const [tags, setTags] = useState('');
  const [priority, setPriority] = useState('');
  const [maxAttempts, setMaxAttempts] = useState('');

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!when) return;
    const query = { ...when, priority, maxAttempts, tag: tags.split(',').map((tag) => tag.trim()).filter(Boolean) };
    try {
      const body = payload.text ? { text: payload.text, headers: { 'Content-Type': payload.type } } : {};
      const answer = await send('PUT', jobPath(queue, id), { query, ...body });
      const outcome = (await answer.json()) as Outcome;
      if (outcome.outcome === 'CREATED') tell({ text: `${words.scheduled}: ${id}`, undo: () => call<Outcome>('DELETE', jobPath(queue, id)).then(undoneOf) });
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
        <PayloadField written={payload} onWritten={setPayload} />
        <details>
          <summary>{words.form.more}</summary>
          <Field label={words.tags} hint={words.form.tagsHint}><input value={tags} onInput={(event) => setTags(event.currentTarget.value)} /></Field>
          <Field label={words.priority}><input inputMode="numeric" value={priority} placeholder="1024" onInput={(event) => setPriority(event.currentTarget.value)} /></Field>
          <Field label={words.attempts}><input inputMode="numeric" value={maxAttempts} placeholder="20" onInput={(event) => setMaxAttempts(event.currentTarget.value)} /></Field>
        </details>
        <button type="submit" class="primary" disabled={!when || !isFit(payload) || !queue || !id}>{words.form.submit}</button>
      </form>
    </>
  );
}
