import { useState } from 'preact/hooks';
import { call, jobPath } from '../api/client';
import { failed, tell } from '../parts/basics';
import { now } from '../parts/now';
import { local, relative, utc } from '../parts/text';
import { go, setting } from '../state/route';
import { w } from '../words';

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** When a job of this delay is due, or null if the text is no delay. */
export function dueIn(delay: string, from: number): number | null {
  const found = /^(\d+)(ms|s|m|h|d)$/.exec(delay.trim());
  return found ? from + Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0) : null;
}

export function Schedule() {
  const words = w();
  const [queue, setQueue] = useState(setting('queue'));
  const [id, setId] = useState('');
  const [delay, setDelay] = useState('10m');
  const [payload, setPayload] = useState('');
  const due = dueIn(delay, now.value);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      let body: unknown = payload;
      try {
        body = JSON.parse(payload);
      } catch {
        // It is a text.
      }
      await call('PUT', jobPath(queue, id), { query: { delay }, body });
      tell({ text: `${words.scheduled}: ${id}`, undo: () => void call('DELETE', jobPath(queue, id)).catch(failed) });
      go(['queues', queue, 'jobs', id]);
    } catch (failure) {
      failed(failure);
    }
  };
  return (
    <>
      <h1>{words.nav.schedule}</h1>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <label class="field"><span>{words.queue}</span><input required value={queue} onInput={(event) => setQueue(event.currentTarget.value)} /></label>
        <label class="field"><span>{words.id}</span><input required value={id} onInput={(event) => setId(event.currentTarget.value)} /></label>
        <label class="field"><span>{words.delay}</span><input required value={delay} onInput={(event) => setDelay(event.currentTarget.value)} /></label>
        <p class="muted" role="status">{due === null ? '500ms, 30s, 30m, 12h, 7d' : <>{local(due)} ({Intl.DateTimeFormat().resolvedOptions().timeZone}) · {utc(due)} · {relative(due, now.value)}</>}</p>
        <label class="field"><span>{words.payload}</span><textarea rows={6} value={payload} onInput={(event) => setPayload(event.currentTarget.value)} /></label>
        <button type="submit" class="primary" disabled={due === null || !queue || !id}>{words.nav.schedule}</button>
      </form>
    </>
  );
}
