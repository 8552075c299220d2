import { useState } from 'preact/hooks';
import { call, part } from '../api/client';
import type { QueueProblem } from '../api/types';
import { may } from '../state/caller';
import { problems } from '../state/live';
import { now } from '../state/now';
import { w } from '../words';
import { Dialog, failed, tell } from './basics';
import { Field } from './field';
import { HOUR, isUtc, local, utc } from './text';
import { momentIn, LOCAL_ZONE } from './when';

type Choice = 'short' | 'long' | 'tomorrow' | 'time';
const CHOICES: readonly Choice[] = ['short', 'long', 'tomorrow', 'time'];
/** The API takes notes of so many bytes. */
const MOST_BYTES = 1_000;

/** Notes what is known of a problem, and shows it so at once. */
async function set(id: string, body: { knownUntil?: string; note?: string }): Promise<void> {
  const noted = await call<QueueProblem>('PUT', `v1/problems/${part(id)}`, { body });
  problems.value = problems.peek().map((one) => (one.id === id ? noted : one));
}

/** Notes it, and offers to take that back. */
async function note(problem: QueueProblem, body: { knownUntil?: string; note?: string }, text: string): Promise<void> {
  const { id, known } = problem;
  await set(id, body);
  tell({ text, undo: () => set(id, known ? { knownUntil: known.until, note: known.note } : {}) });
}

/** Notes that a problem is known until a moment, so that it alerts nobody; shows who has noted it. */
export function KnownButton({ problem }: { problem: QueueProblem }) {
  const [isOpen, setOpen] = useState(false);
  if (!may('admin', problem.queue ?? undefined)) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>{w().known.button}</button>
      {isOpen ? <KnownDialog problem={problem} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function momentOf(choice: Choice, wall: string): number | null {
  const zone = isUtc.value ? 'UTC' : LOCAL_ZONE;
  switch (choice) {
    case 'short':
      return now.value + HOUR;
    case 'long':
      return now.value + 4 * HOUR;
    case 'tomorrow': {
      // The date of the reader in a form that sorts.
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now.value);
      const next = new Date(Date.parse(today) + 24 * HOUR).toISOString().slice(0, 10);
      return momentIn(zone, `${next}T09:00`);
    }
    case 'time':
      return wall ? momentIn(zone, wall) : null;
  }
}

function KnownDialog({ problem, onClose }: { problem: QueueProblem; onClose: () => void }) {
  const words = w();
  const { known, kind, queue, target } = problem;
  const [choice, setChoice] = useState<Choice>('short');
  const [wall, setWall] = useState('');
  const [text, setText] = useState(known?.note ?? '');
  const at = momentOf(choice, wall);
  const isPast = at !== null && at <= now.value;
  const isLong = new TextEncoder().encode(text).length > MOST_BYTES;
  const make = (body: { knownUntil?: string; note?: string }, told: string): void => void note(problem, body, told).then(onClose, failed);
  const store = (event: Event): void => {
    event.preventDefault();
    if (at === null || isPast || isLong) return;
    make({ knownUntil: new Date(at).toISOString(), ...(text.trim() ? { note: text.trim() } : {}) }, words.known.set(local(at)));
  };
  return (
    <Dialog title={`${words.troubles[kind]}: ${queue ?? target ?? ''}`} onClose={onClose}>
      {known ? <p role="status">{words.trouble.known(local(known.until), known.by, known.note)}</p> : null}
      <p class="muted">{words.known.hint}</p>
      <form class="form" onSubmit={store}>
        <div class="choice" role="group" aria-label={words.known.until}>
          {CHOICES.map((each) => <button key={each} type="button" aria-pressed={choice === each} onClick={() => setChoice(each)}>{words.known.choices[each]}</button>)}
        </div>
        {choice === 'time' ? <Field label={words.at} wrong={isPast ? words.known.past : null}><input type="datetime-local" required value={wall} onInput={(event) => setWall(event.currentTarget.value)} /></Field> : null}
        {at === null ? null : <p class="preview">{words.known.set(local(at))}<br /><span class="muted">{utc(at)}</span></p>}
        <Field label={words.known.note} hint={words.known.noteHint} wrong={isLong ? words.known.noteLong : null}><input autoComplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} /></Field>
        <div class="bar">
          <button type="submit" class="primary" disabled={at === null || isPast || isLong}>{words.admin.store}</button>
          {known ? <button type="button" onClick={() => make({}, words.known.ended)}>{words.known.end}</button> : null}
        </div>
      </form>
    </Dialog>
  );
}
