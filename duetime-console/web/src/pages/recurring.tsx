import { useEffect, useState } from 'preact/hooks';
import { call, part, queuePath, send } from '../api/client';
import type { Outcome, Recurring } from '../api/types';
import { Dialog, Empty, failed, forget, Moment, tell, TypedConfirmation } from '../parts/basics';
import { Field } from '../parts/field';
import { command } from '../parts/command';
import { useLoad } from '../parts/load';
import { textOf, withEndsOf } from '../parts/payload';
import { isFit, JSON_TYPE, PayloadField, TEXT_TYPE, type Written } from '../parts/payloadfield';
import { base64Of, bytesOf, local } from '../parts/text';
import { LOCAL_ZONE, zones } from '../parts/when';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';

const READ_MS = 10_000;
const TYPING_MS = 250;

/** The recurring jobs of a queue: their next ticks, and what can be done with them. */
export function RecurringJobs({ queue }: { queue: string }) {
  const words = w().admin;
  const { data, failure, again } = useLoad<{ recurring: Recurring[] }>(queuePath(queue, '/recurring'), { payloadAs: 'base64' }, READ_MS);
  const [edited, setEdited] = useState<Recurring | 'new' | null>(null);
  const mayChange = may('produce', queue);
  // The list may be older than the last change.
  const edit = async (name: string): Promise<void> => {
    try {
      setEdited(await call<Recurring>('GET', queuePath(queue, `/recurring/${part(name)}`), { query: { payloadAs: 'base64' } }));
    } catch (reason) {
      failed(reason);
    }
  };
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data && mayChange ? <div class="bar actions"><button type="button" class="primary" onClick={() => setEdited('new')}>{words.define}</button></div> : null}
      {data === null ? null : data.recurring.length === 0 ? <Empty text={words.emptyRecurring} command={command('recurring put', ['--cron', "'0 7 * * *'", '--zone', 'Europe/Berlin'], queue, 'report')} /> : (
        <ul class="groups">{data.recurring.map((each) => <Definition key={each.name} queue={queue} definition={each} mayChange={mayChange} onEdit={() => void edit(each.name)} onChange={again} />)}</ul>
      )}
      {edited ? <DefinitionForm queue={queue} definition={edited === 'new' ? null : edited} onClose={() => { setEdited(null); again(); }} /> : null}
    </>
  );
}

/** A schedule as a reader would write it: an interval of one unit, and its beginning only if it was chosen. */
export const shortOf = (schedule: string): string => schedule.replace(/^every PT(\d+)([HMS])\b/, (_, n: string, unit: string) => `every ${n}${unit.toLowerCase()}`).replace(' from 1970-01-01T00:00:00Z', '');

interface DefinitionProps {
  queue: string;
  definition: Recurring;
  mayChange: boolean;
  onEdit: () => void;
  onChange: () => void;
}

function Definition({ queue, definition, mayChange, onEdit, onChange }: DefinitionProps) {
  const words = w();
  const [isRemoving, setRemoving] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const path = queuePath(queue, `/recurring/${part(definition.name)}`);
  const make = async (text: string, change: () => Promise<unknown>, undo?: () => Promise<unknown>): Promise<void> => {
    setRemoving(false);
    try {
      await change();
      tell({ text: `${text}: ${definition.name}`, ...(undo ? { undo: () => undo().then(onChange) } : {}) });
      onChange();
    } catch (failure) {
      failed(failure);
    }
  };
  const set = (action: string) => (): Promise<unknown> => call('POST', `${path}/${action}`);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const job = await call<Outcome>('POST', `${path}/run`);
      tell({ text: `${words.admin.ranOnce}: ${job.id}` });
      onChange();
    } catch (failure) {
      failed(failure);
    }
    setRunning(false);
  };
  return (
    <li>
      <p class="group-head"><strong class="count">{definition.name}</strong> <span class="mono">{shortOf(definition.schedule)}</span> {definition.paused ? <span class="badge">{words.troubles.PAUSED}</span> : null} <span class="badge">{words.admin.missed}: {words.reasons[definition.missed] ?? definition.missed}</span></p>
      <dl class="facts">
        <div><dt>{words.admin.nextTicks}</dt><dd>{definition.nextTicks.length === 0 ? '–' : definition.nextTicks.map((tick) => <div key={tick}><Moment at={tick} both /></div>)}</dd></div>
        <div><dt>{words.admin.lastTick}</dt><dd><Moment at={definition.lastTick} both /></dd></div>
        <div><dt>{words.admin.pending}</dt><dd>{definition.pending.length === 0 ? '–' : definition.pending.map((id) => <div key={id}><a class="mono" href={link(['queues', queue, 'jobs', id])}>{id}</a></div>)}</dd></div>
      </dl>
      {mayChange ? (
        <div class="bar actions">
          <button type="button" disabled={isRunning} onClick={() => void run()}>{words.admin.runOnce}</button>
          {definition.paused
            ? <button type="button" onClick={() => void make(words.resume, set('resume'), set('pause'))}>{words.resume}</button>
            : <button type="button" onClick={() => void make(words.pause, set('pause'), set('resume'))}>{words.pause}</button>}
          {isWhole(definition) ? <button type="button" onClick={onEdit}>{words.admin.edit}</button> : null}
          <button type="button" class="danger" onClick={() => setRemoving(true)}>{words.admin.remove}</button>
          {isWhole(definition) ? null : <span class="muted">{words.admin.partly}</span>}
        </div>
      ) : null}
      {isRemoving ? <TypedConfirmation title={words.admin.remove} label={words.admin.typeName} wanted={definition.name} onClose={() => setRemoving(false)} onConfirmed={() => void make(words.admin.remove, () => call('DELETE', path))} /> : null}
    </li>
  );
}

interface DefinitionFormProps {
  queue: string;
  definition: Recurring | null;
  onClose: () => void;
}

/** Whether the caller sees all of a definition; storing it again would otherwise remove what is hidden. */
const isWhole = (definition: Recurring): boolean => definition.payloadBase64 !== undefined;

interface Times {
  isCron: boolean;
  cron: string;
  zone: string;
  every: string;
  /** From when on the lengths are counted. */
  from?: string;
}

/** The text of an answer's schedule as the fields of the form. */
function timesOf(text: string): Times {
  const cron = /^cron (.+) (\S+)$/.exec(text);
  const every = /^every (\S+)(?: from (\S+))?/.exec(text);
  return { isCron: !every, cron: cron?.[1] ?? '0 7 * * *', zone: cron?.[2] ?? LOCAL_ZONE, every: every?.[1] ?? '5m', ...(every?.[2] ? { from: every[2] } : {}) };
}

/** The payload of a definition as text; null if it is none. */
function payloadOf(definition: Recurring | null): Written | null {
  const text = textOf(bytesOf(definition?.payloadBase64 ?? ''), true);
  return text === null ? null : { text, type: definition?.contentType ?? (text ? TEXT_TYPE : JSON_TYPE) };
}

function DefinitionForm({ queue, definition, onClose }: DefinitionFormProps) {
  const words = w();
  const before = timesOf(definition?.schedule ?? '');
  const carriedBefore = payloadOf(definition);
  const [name, setName] = useState(definition?.name ?? '');
  const [schedule, setSchedule] = useState(before);
  const [missed, setMissed] = useState<string>(definition?.missed ?? 'LATEST');
  const [payload, setPayload] = useState(carriedBefore);
  const [stored, setStored] = useState<Recurring | null>(null);
  const isCarried = JSON.stringify(carriedBefore) === JSON.stringify(payload);
  const change = (next: Partial<Times>): void => setSchedule({ ...schedule, ...next });

  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const { name: _, schedule: __, version, lastTick, nextTicks, skippedTicks, pending, paused, ...kept } = definition ?? ({} as Recurring);
      const times = schedule.isCron ? { cron: schedule.cron, zone: schedule.zone } : { every: schedule.every, ...(schedule.from ? { from: schedule.from } : {}) };
      const isSame = definition !== null && JSON.stringify(before) === JSON.stringify(schedule);
      const body = { ...kept, missed, ...(isSame ? { schedule: definition.schedule } : times), ...(payload === null || isCarried ? {} : carriedOf(payload, carriedBefore?.text ?? '')) };
      const condition: Record<string, string> = definition ? { 'If-Match': `"${version}"` } : { 'If-None-Match': '*' };
      const answer = await send('PUT', queuePath(queue, `/recurring/${part(name)}`), { body, headers: condition });
      setStored((await answer.json()) as Recurring);
      forget();
    } catch (failure) {
      failed(failure);
    }
  };

  return (
    <Dialog title={definition ? `${words.admin.edit}: ${definition.name}` : words.admin.define} onClose={onClose}>
      {stored ? (
        <div role="status">
          <p><strong>{words.admin.stored}</strong> {words.admin.nextTicks}:</p>
          <ul>{stored.nextTicks.map((tick) => <li key={tick}>{local(tick)} · <Moment at={tick} /></li>)}</ul>
        </div>
      ) : (
        <form class="form" onSubmit={(event) => void store(event)}>
          <Field label={words.admin.name}><input required readOnly={definition !== null} value={name} onInput={(event) => setName(event.currentTarget.value)} /></Field>
          <div class="choice" role="group" aria-label={words.admin.kind}>
            <button type="button" aria-pressed={schedule.isCron} onClick={() => change({ isCron: true })}>cron</button>
            <button type="button" aria-pressed={!schedule.isCron} onClick={() => change({ isCron: false })}>{words.admin.every}</button>
          </div>
          {schedule.isCron ? (
            <>
              <Field label="cron" hint={words.admin.cronHint}><input class="mono" required value={schedule.cron} onInput={(event) => change({ cron: event.currentTarget.value })} /></Field>
              <Field label={words.form.zone}><select value={schedule.zone} onChange={(event) => change({ zone: event.currentTarget.value })}>{zones(schedule.zone).map((zone) => <option key={zone} value={zone}>{zone}</option>)}</select></Field>
            </>
          ) : <Field label={words.admin.every} hint="30s, 5m, 12h, 7d"><input required value={schedule.every} onInput={(event) => change({ every: event.currentTarget.value })} /></Field>}
          <Preview schedule={schedule} />
          <Field label={words.admin.missed}><select value={missed} onChange={(event) => setMissed(event.currentTarget.value)}>
              {['LATEST', 'ALL', 'NONE'].map((each) => <option key={each} value={each}>{each}: {words.admin.missedWhat[each]}</option>)}
            </select></Field>
          {payload ? <PayloadField written={payload} onWritten={setPayload} other={carriedBefore?.type} /> : <p class="muted">{words.admin.binary}</p>}
          <button type="submit" class="primary" disabled={!name || (payload !== null && !isCarried && !isFit(payload))}>{words.admin.store}</button>
        </form>
      )}
    </Dialog>
  );
}

/** The next ticks of what was typed, as the store computes them. */
function Preview({ schedule }: { schedule: Times }) {
  const words = w();
  const [settled, setSettled] = useState(schedule);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(schedule), TYPING_MS);
    return () => clearTimeout(timer);
  }, [schedule]);
  const { isCron, cron, zone, every, from } = settled;
  const { data, failure } = useLoad<{ ticks: string[] }>('v1/ticks', isCron ? { cron, zone } : { every, from });
  return <div class="preview" role="status">{failure ? <span class="failure">{failure}</span> : <>{words.admin.nextTicks}: {data?.ticks.map((tick) => <div key={tick}><Moment at={tick} both /></div>)}</>}</div>;
}

/** The payload as the API takes it, as it was written. */
function carriedOf({ text, type }: Written, before: string): Record<string, unknown> {
  if (!text) return { payloadBase64: undefined, contentType: undefined };
  return { payloadBase64: base64Of(withEndsOf(before, text)), contentType: type };
}
