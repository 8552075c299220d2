import { useEffect, useRef, useState } from 'preact/hooks';
import { call, queuePath, Refusal } from '../api/client';
import type { AuditEntry, Queue } from '../api/types';
import { AuditLine } from '../parts/audit';
import { failed, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';

/** A setting of the form: its name with points, and its default. */
interface Known {
  name: string;
  isNumber?: boolean;
  otherwise: string;
}

const FIELDS: Record<'limits' | 'keep' | 'quota' | 'defaults', Known[]> = {
  limits: [
    { name: 'maxRunning', isNumber: true, otherwise: '0' },
    { name: 'rate.permits', isNumber: true, otherwise: '' },
    { name: 'rate.per', otherwise: '' },
    { name: 'rate.burst', isNumber: true, otherwise: '' },
    { name: 'shards', isNumber: true, otherwise: '1' },
  ],
  keep: [
    { name: 'retention', otherwise: '0s' },
    { name: 'deadRetention', otherwise: '0s' },
    { name: 'maxDead', isNumber: true, otherwise: '0' },
    { name: 'deadCopyTo', otherwise: '' },
  ],
  quota: [
    { name: 'quota.maxWaiting', isNumber: true, otherwise: '0' },
    { name: 'quota.maxAhead', otherwise: '0s' },
  ],
  defaults: [
    { name: 'defaults.priority', isNumber: true, otherwise: '1024' },
    { name: 'defaults.maxAttempts', isNumber: true, otherwise: '20' },
    { name: 'defaults.backoff', otherwise: '1s..1h' },
    { name: 'defaults.jitter', isNumber: true, otherwise: '' },
    { name: 'defaults.lease', otherwise: '30s' },
  ],
};
const ALL: readonly Known[] = Object.values(FIELDS).flat();

type Values = Record<string, string>;

function valuesOf(settings: Queue['settings']): Values {
  const values: Values = {};
  for (const { name } of ALL) {
    const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], settings);
    values[name] = found === null || found === undefined ? '' : String(found);
  }
  const { target = '', ...destination } = settings.handOver ?? {};
  values['handOver.target'] = target;
  values['handOver'] = Object.entries(destination).map(([key, value]) => `${key}=${value}`).join('\n');
  return values;
}

/** The change from some values to others, as the API takes it; an empty text is the default. */
function patch(from: Values, to: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const isChanged = (name: string): boolean => from[name] !== to[name];
  for (const { name, isNumber } of ALL) {
    if (name.startsWith('rate.') || !isChanged(name)) continue;
    const text = (to[name] ?? '').trim();
    const value = text === '' ? null : isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    const [group = '', key] = name.split('.');
    if (key === undefined) body[group] = value;
    else body[group] = { ...(body[group] as object | undefined), [key]: value };
  }
  if (ALL.some(({ name }) => name.startsWith('rate.') && isChanged(name))) body.rate = rateOf(to);
  if (isChanged('handOver') || isChanged('handOver.target')) body.handOver = handOverOf(to);
  return body;
}

function rateOf(values: Values): unknown {
  const permits = (values['rate.permits'] ?? '').trim();
  if (!permits) return null;
  const [per, burst] = [values['rate.per']?.trim(), values['rate.burst']?.trim()];
  return { permits: Number(permits), ...(per ? { per } : {}), ...(burst ? { burst: Number(burst) } : {}) };
}

function handOverOf(values: Values): unknown {
  const target = values['handOver.target']?.trim();
  if (!target) return null;
  const lines = (values.handOver ?? '').split('\n').map((line) => line.trim()).filter(Boolean);
  return { target, ...Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)])) };
}

/** The settings of a queue, and who changed them. */
export function QueueSettingsForm({ queue }: { queue: string }) {
  const { data, failure, again } = useLoad<Queue>(queuePath(queue));
  if (!data) return failure ? <p class="failure" role="alert">{failure}</p> : null;
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <Form queue={queue} settings={data.settings} onChange={again} />
      {may('admin') ? <Changes queue={queue} version={data.settings.version} /> : null}
    </>
  );
}

interface FormProps {
  queue: string;
  settings: Queue['settings'];
  onChange: () => void;
}

function Form({ queue, settings, onChange }: FormProps) {
  const words = w().admin;
  const before = valuesOf(settings);
  const [values, setValues] = useState<Values>(before);
  // What was typed stays; the rest follows what others have stored.
  const base = useRef(before);
  useEffect(() => {
    const old = base.current;
    base.current = before;
    setValues((typed) => Object.fromEntries(Object.entries(before).map(([name, value]) => [name, typed[name] === old[name] ? value : (typed[name] ?? value)])));
  }, [settings.version]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isReadOnly = !may('admin', queue);
  const body = patch(before, values);
  const isChanged = Object.keys(body).length > 0;

  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRefusal(null);
    try {
      const { warning } = await call<{ warning?: string }>('PATCH', queuePath(queue), { body, headers: { 'If-Match': `"${settings.version}"` } });
      tell({ text: warning ? `${words.stored}: ${warning}` : words.stored, undo: () => call('PATCH', queuePath(queue), { body: patch(values, before) }).then(onChange) });
      onChange();
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === 'CHANGED_MEANWHILE') {
        failed(words.changedMeanwhile);
        onChange();
      } else if (failure instanceof Refusal) setRefusal(failure);
      else failed(failure);
    }
  };
  const field = ({ name, otherwise }: Known) => (
    <Setting key={name} name={name} otherwise={otherwise} value={values[name] ?? ''} isReadOnly={isReadOnly} refusal={refusal} onValue={(value) => setValues({ ...values, [name]: value })} />
  );

  return (
    <form class="settings" onSubmit={(event) => void store(event)}>
      {(Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((group) => (
        <fieldset key={group}>
          <legend>{words.groups[group]}</legend>
          {FIELDS[group].map(field)}
        </fieldset>
      ))}
      <fieldset>
        <legend>{words.groups.handOver}</legend>
        {field({ name: 'handOver.target', otherwise: '' })}
        <Field label={words.destination}><textarea rows={3} readOnly={isReadOnly} placeholder={'exchange=orders\nroutingKey=timeout'} value={values.handOver} onInput={(event) => setValues({ ...values, handOver: event.currentTarget.value })} /></Field>
      </fieldset>
      {refusal && !ALL.some(({ name }) => concerns(refusal, name)) ? <p class="failure" role="alert">{refusal.message}</p> : null}
      {isReadOnly ? null : (
        <div class="bar">
          <button type="submit" class="primary" disabled={!isChanged}>{words.store}</button>
          {isChanged ? <button type="button" onClick={() => setValues(before)}>{words.discard}</button> : null}
        </div>
      )}
    </form>
  );
}

const concerns = (refusal: Refusal, name: string): boolean => refusal.field === name || (refusal.field !== '' && name.endsWith(`.${refusal.field}`));

interface SettingProps {
  name: string;
  otherwise: string;
  value: string;
  isReadOnly: boolean;
  refusal: Refusal | null;
  onValue: (value: string) => void;
}

function Setting({ name, otherwise, value, isReadOnly, refusal, onValue }: SettingProps) {
  const words = w().admin;
  const isWrong = refusal !== null && concerns(refusal, name);
  return (
    <Field label={<span class="mono">{name}</span>} mark={value !== otherwise ? <span class="badge">{words.isSet}</span> : null} hint={words.hints[name] ?? ''} wrong={isWrong ? refusal.message : null}>
      <input value={value} placeholder={otherwise || words.unset} readOnly={isReadOnly} onInput={(event) => onValue(event.currentTarget.value)} />
    </Field>
  );
}

const AUDIT_PAGE = 1_000;

/** What was changed at this queue, and by whom. */
function Changes({ queue, version }: { queue: string; version: number }) {
  const words = w().admin;
  const { data, again } = useLoad<{ entries: AuditEntry[]; cursor: string | null }>('v1/audit', { limit: AUDIT_PAGE });
  useEffect(again, [version]);
  const entries = data?.entries.filter((entry) => entry.queue === queue) ?? [];
  return (
    <section>
      <h2>{words.whoChanged}</h2>
      {data && entries.length === 0 ? <p class="muted">{data.cursor ? words.noneAmong(number(AUDIT_PAGE)) : words.noChanges}</p> : <ol class="plain audit">{entries.slice(0, 50).map((entry) => <AuditLine key={entry.number} entry={entry} />)}</ol>}
      {data?.cursor ? <p><a href={link(['audit'], { q: queue })}>{words.inAudit}</a></p> : null}
    </section>
  );
}
