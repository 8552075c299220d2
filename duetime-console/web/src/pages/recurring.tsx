import { useState } from 'preact/hooks';
import { call, part, queuePath, send } from '../api/client';
import type { Outcome, Recurring } from '../api/types';
import { Dialog, Empty, failed, Moment, tell, TypedConfirmation } from '../parts/basics';
import { Field } from '../parts/field';
import { useLoad } from '../parts/load';
import { bytesOf, local, quoted } from '../parts/text';
import { LOCAL_ZONE, zones } from '../parts/when';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';

const READ_MS = 10_000;

/** The recurring jobs of a queue: their next ticks, and what can be done with them. */
export function RecurringJobs({ queue }: { queue: string }) {
  const words = w().admin;
  const { data, failure, again } = useLoad<{ recurring: Recurring[] }>(queuePath(queue, '/recurring'), { payloadAs: 'base64' }, READ_MS);
  const [edited, setEdited] = useState<Recurring | 'new' | null>(null);
  if (failure) return <p class="failure" role="alert">{failure}</p>;
  if (!data) return null;
  const mayChange = may('produce', queue);
  return (
    <>
      {mayChange ? <div class="bar actions"><button type="button" class="primary" onClick={() => setEdited('new')}>{words.define}</button></div> : null}
      {data.recurring.length === 0 ? <Empty text={words.emptyRecurring} command={`duetime recurring put ${quoted(queue)} report --cron '0 7 * * *' --zone Europe/Berlin`} /> : (
        <ul class="groups">{data.recurring.map((each) => <Definition key={each.name} queue={queue} definition={each} mayChange={mayChange} onEdit={() => setEdited(each)} onChange={again} />)}</ul>
      )}
      {edited ? <DefinitionForm queue={queue} definition={edited === 'new' ? null : edited} onClose={() => { setEdited(null); again(); }} /> : null}
    </>
  );
}

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
    try {
      const job = await call<Outcome>('POST', `${path}/run`);
      tell({ text: `${words.admin.ranOnce}: ${job.id}` });
      onChange();
    } catch (failure) {
      failed(failure);
    }
  };
  return (
    <li>
      <p class="group-head"><strong class="count">{definition.name}</strong> <span class="mono">{definition.schedule}</span> {definition.paused ? <span class="badge">{words.troubles.paused}</span> : null} <span class="badge">{words.admin.missed}: {definition.missed}</span></p>
      <dl class="facts">
        <div><dt>{words.admin.nextTicks}</dt><dd>{definition.nextTicks.length === 0 ? '–' : definition.nextTicks.map((tick) => <div key={tick}><Moment at={tick} both /></div>)}</dd></div>
        <div><dt>{words.admin.lastTick}</dt><dd><Moment at={definition.lastTick} both /></dd></div>
        <div><dt>{words.admin.pending}</dt><dd>{definition.pending.length === 0 ? '–' : definition.pending.map((id) => <div key={id}><a class="mono" href={link(['queues', queue, 'jobs', id])}>{id}</a></div>)}</dd></div>
      </dl>
      {mayChange ? (
        <div class="bar actions">
          <button type="button" onClick={() => void run()}>{words.admin.runOnce}</button>
          {definition.paused
            ? <button type="button" onClick={() => void make(words.resume, set('resume'), set('pause'))}>{words.resume}</button>
            : <button type="button" onClick={() => void make(words.pause, set('pause'), set('resume'))}>{words.pause}</button>}
          <button type="button" onClick={onEdit}>{words.admin.edit}</button>
          <button type="button" class="danger" onClick={() => setRemoving(true)}>{words.admin.remove}</button>
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

/** The text of an answer's schedule as the fields of the form. */
function scheduleOf(text: string): { isCron: boolean; cron: string; zone: string; every: string } {
  const cron = /^cron (.+) (\S+)$/.exec(text);
  const every = /^every (\S+)/.exec(text);
  return { isCron: !every, cron: cron?.[1] ?? '0 7 * * *', zone: cron?.[2] ?? LOCAL_ZONE, every: every?.[1] ?? '5m' };
}

function payloadOf(definition: Recurring | null): string {
  return definition?.payloadBase64 ? new TextDecoder().decode(bytesOf(definition.payloadBase64)) : '';
}

function DefinitionForm({ queue, definition, onClose }: DefinitionFormProps) {
  const words = w();
  const before = scheduleOf(definition?.schedule ?? '');
  const [name, setName] = useState(definition?.name ?? '');
  const [schedule, setSchedule] = useState(before);
  const [missed, setMissed] = useState(definition?.missed ?? 'LATEST');
  const [payload, setPayload] = useState(payloadOf(definition));
  const [stored, setStored] = useState<Recurring | null>(null);
  const change = (next: Partial<typeof before>): void => setSchedule({ ...schedule, ...next });

  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const { name: _, schedule: __, version, lastTick, nextTicks, skippedTicks, pending, paused, payloadBase64, payload: ___, ...kept } = definition ?? ({} as Recurring);
      const times = schedule.isCron ? { cron: schedule.cron, zone: schedule.zone } : { every: schedule.every };
      const isSame = definition !== null && JSON.stringify(before) === JSON.stringify(schedule);
      const carried = carriedOf(payload, definition);
      const body = { ...kept, missed, ...(isSame ? { schedule: definition.schedule } : times), ...carried };
      const condition: Record<string, string> = definition ? { 'If-Match': `"${version}"` } : { 'If-None-Match': '*' };
      const answer = await send('PUT', queuePath(queue, `/recurring/${part(name)}`), { body, headers: condition });
      setStored((await answer.json()) as Recurring);
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
          <Field label={words.admin.missed}><select value={missed} onChange={(event) => setMissed(event.currentTarget.value)}>
              {['LATEST', 'ALL', 'NONE'].map((each) => <option key={each} value={each}>{each}: {words.admin.missedWhat[each]}</option>)}
            </select></Field>
          <Field label={words.payload}><textarea rows={4} spellcheck={false} value={payload} onInput={(event) => setPayload(event.currentTarget.value)} /></Field>
          <button type="submit" class="primary" disabled={!name}>{words.admin.store}</button>
        </form>
      )}
    </Dialog>
  );
}

/** The payload as the API takes it: unchanged, JSON, or a text. */
function carriedOf(text: string, definition: Recurring | null): Record<string, unknown> {
  if (definition?.payloadBase64 !== undefined && text === payloadOf(definition)) return { payloadBase64: definition.payloadBase64 };
  if (!text.trim()) return { contentType: undefined };
  try {
    return { payload: JSON.parse(text), contentType: 'application/json' };
  } catch {
    return { payload: text, contentType: 'text/plain; charset=utf-8' };
  }
}
