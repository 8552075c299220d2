import { useState } from 'preact/hooks';
import type { Job } from '../api/types';
import { Dialog } from '../parts/basics';
import { Field } from '../parts/field';
import { textOf, withEndsOf } from '../parts/payload';
import { base64Of, bytesOf } from '../parts/text';
import { w } from '../words';

/** How long a payload may be to be edited here. */
const MOST_TEXT = 100_000;

interface EditDialogProps {
  job: Job;
  onClose: () => void;
  onValues: (values: Record<string, unknown>) => void;
}

/** New values for a job that stays in its place. Only what is changed is sent. */
export function EditDialog({ job, onClose, onValues }: EditDialogProps) {
  const words = w();
  const [before] = useState(() => ({ payload: editable(job), priority: String(job.priority ?? ''), tags: (job.tags ?? []).join('\n') }));
  const [values, setValues] = useState(before);
  const changed = changes(job, before, values);
  return (
    <Dialog title={`${words.edit}: ${job.id}`} onClose={onClose}>
      <form class="form" onSubmit={(event) => { event.preventDefault(); onValues(changed); }}>
        {before.payload === null ? null : <Field label={words.payload} hint={job.contentType ?? ''}><textarea rows={10} spellcheck={false} value={values.payload ?? ''} onInput={(event) => setValues({ ...values, payload: event.currentTarget.value })} /></Field>}
        <Field label={words.priority}><input type="number" min={0} max={4294967295} required value={values.priority} onInput={(event) => setValues({ ...values, priority: event.currentTarget.value })} /></Field>
        <Field label={words.tags} hint={words.tagLines}><textarea rows={3} spellcheck={false} value={values.tags} onInput={(event) => setValues({ ...values, tags: event.currentTarget.value })} /></Field>
        <button type="submit" class="primary" disabled={Object.keys(changed).length === 0}>{words.edit}</button>
      </form>
    </Dialog>
  );
}

type Values = { payload: string | null; priority: string; tags: string };

/** The payload as text; null if it is hidden, long or no text. */
function editable(job: Job): string | null {
  if (job.payloadBase64 === undefined || job.payloadBase64.length > MOST_TEXT) return null;
  return textOf(bytesOf(job.payloadBase64), true);
}

function changes(job: Job, before: Values, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const payload = values.payload === null ? null : withEndsOf(before.payload ?? '', values.payload);
  if (payload !== null && payload !== before.payload) {
    body['payloadBase64'] = base64Of(payload);
    if (job.contentType) body['contentType'] = job.contentType;
  }
  if (values.priority !== before.priority) body['priority'] = Number(values.priority);
  if (values.tags !== before.tags) body['tags'] = values.tags.split('\n').map((tag) => tag.trim()).filter(Boolean);
  return body;
}
