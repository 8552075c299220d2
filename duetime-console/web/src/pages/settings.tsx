import { useEffect, useRef, useState } from 'preact/hooks';
import { call, queuePath, Refusal } from '../api/client';
import type { AuditEntry, Queue, Target } from '../api/types';
import { Changes } from '../parts/audit';
import { failed, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { useLoad } from '../parts/load';
import { may } from '../state/caller';
import { inLanguage, type Texts, w } from '../words';

/** A setting of the form: its name with points, its default, and what it is. */
interface Known {
  name: string;
  isNumber?: boolean;
  otherwise: string;
  hint?: Texts;
  /** The values to choose from; empty for the default. */
  options?: readonly string[];
}

const FIELDS: Record<'limits' | 'keep' | 'quota' | 'defaults', Known[]> = {
  limits: [
    { name: 'maxRunning', isNumber: true, otherwise: '0', hint: { en: 'The most jobs that run at once; 0 for no limit', zh: '同时运行的最多任务数；0 为不限' } },
    { name: 'rate.permits', isNumber: true, otherwise: '', hint: { en: 'So many starts', zh: '启动次数' } },
    { name: 'rate.per', otherwise: '', hint: { en: 'in this time, such as 1s or 1m', zh: '时间段，例如 1s 或 1m' } },
    { name: 'rate.burst', isNumber: true, otherwise: '', hint: { en: 'The most starts at once', zh: '一次最多启动数' } },
    { name: 'lateAfter', otherwise: '10s', hint: { en: 'How long a job may be due before the queue has a problem', zh: '任务到期多久未执行即视为队列异常' } },
    { name: 'shards', isNumber: true, otherwise: '1', hint: { en: 'More shards spread a queue over the nodes of a cluster', zh: '更多分片可将队列分布到集群各节点' } },
  ],
  keep: [
    { name: 'retention', otherwise: '0s', hint: { en: 'How long done and cancelled jobs are remembered', zh: '已完成和已取消任务的保留时间' } },
    { name: 'deadRetention', otherwise: '0s', hint: { en: 'How long dead jobs are kept; 0s for no limit', zh: '死信的保留时间；0s 为不限' } },
    { name: 'maxDead', isNumber: true, otherwise: '0', hint: { en: 'The most dead jobs; 0 for no limit', zh: '最多保留的死信数；0 为不限' } },
    { name: 'deadCopyTo', otherwise: '', hint: { en: 'A queue that gets a copy of each dead job', zh: '接收每个死信副本的队列' } },
  ],
  quota: [
    { name: 'quota.maxWaiting', isNumber: true, otherwise: '0', hint: { en: 'The most waiting jobs; 0 for no limit', zh: '最多等待任务数；0 为不限' } },
    { name: 'quota.maxAhead', otherwise: '0s', hint: { en: 'The farthest due time; 0s for no limit', zh: '最远到期时间；0s 为不限' } },
  ],
  defaults: [
    { name: 'defaults.priority', isNumber: true, otherwise: '1024', hint: { en: 'Smaller runs first', zh: '数值小者先运行' } },
    { name: 'defaults.maxAttempts', isNumber: true, otherwise: '20' },
    { name: 'defaults.backoff', otherwise: '1s..1h', hint: { en: 'Such as 1s..1h, or 1s,10s,1m', zh: '例如 1s..1h 或 1s,10s,1m' } },
    { name: 'defaults.jitter', isNumber: true, otherwise: '', hint: { en: 'By which share a backoff may be shorter, 0 to 1; empty for the default', zh: '退避时间最多可缩短的比例，0 到 1；留空为默认值' } },
    { name: 'defaults.lease', otherwise: '30s', hint: { en: 'How long a consumer has a job before it is given again', zh: '任务再次分发前消费者持有的时间' } },
  ],
};
/** The settings of a destination by the kind of its target. */
export const DESTINATIONS: Record<string, readonly Known[]> = {
  rabbitmq: [
    { name: 'handOver.exchange', otherwise: '', hint: { en: 'Empty for the default exchange, which routes to the queue that the routing key names', zh: '留空为默认交换机，由路由键指定队列' } },
    { name: 'handOver.routingKey', otherwise: '', hint: { en: 'Such as {queue} or {header.region}', zh: '例如 {queue} 或 {header.region}' } },
    { name: 'handOver.persistent', otherwise: 'true', options: ['true', 'false'], hint: { en: 'Whether the broker writes messages to its disk', zh: '消息代理是否将消息写入磁盘' } },
  ],
  kafka: [
    { name: 'handOver.topic', otherwise: '', hint: { en: 'It must exist', zh: '主题必须已存在' } },
    { name: 'handOver.key', otherwise: '', hint: { en: 'Of the record, such as {id}; empty for none', zh: '记录的键，例如 {id}；留空则没有' } },
  ],
  webhook: [],
};
const IN_FLIGHT: Known = { name: 'handOver.inFlight', otherwise: '1000', hint: { en: 'The most messages that wait for their confirm, 1 to 100000', zh: '等待确认的最多消息数，1 到 100000' } };
const DESTINATION: readonly Known[] = [...Object.values(DESTINATIONS).flat(), IN_FLIGHT];
export const keyOf = ({ name }: Known): string => name.slice('handOver.'.length);
const TARGET: Known = { name: 'handOver.target', otherwise: '', hint: { en: 'The name of a target; empty to end the hand-over', zh: '投递目标的名称；留空则结束投递' } };
const ALL: readonly Known[] = Object.values(FIELDS).flat();

/** Whether the exchange is the one without a name; not to say so is another thing, as targets may fix it. */
const DEFAULT_EXCHANGE = 'handOver.defaultExchange';

type Values = Record<string, string>;

function valuesOf(settings: Queue['settings']): Values {
  const values: Values = {};
  for (const { name } of ALL) {
    const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], settings);
    values[name] = found === null || found === undefined ? '' : String(found);
  }
  const { target = '', ...destination } = settings.handOver ?? {};
  values['handOver.target'] = target;
  for (const known of DESTINATION) values[known.name] = String((destination as Record<string, unknown>)[keyOf(known)] ?? '');
  values[DEFAULT_EXCHANGE] = (destination as Record<string, unknown>).exchange === '' ? 'true' : '';
  // What kinds have that this page does not know.
  values['handOver'] = Object.entries(destination).filter(([key]) => !DESTINATION.some((known) => keyOf(known) === key)).map(([key, value]) => `${key}=${value}`).join('\n');
  return values;
}

/** The kind of a destination by what is set of it, where its target is not shown. */
const guessed = (values: Values): string => Object.keys(DESTINATIONS).find((kind) => DESTINATIONS[kind]?.some(({ name }) => values[name])) ?? (values[DEFAULT_EXCHANGE] ? 'rabbitmq' : '');

/** The change from some values to others, as the API takes it; an empty text is the default. */
function patch(from: Values, to: Values, targets: readonly Target[], kind: string): Record<string, unknown> {
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
  if (Object.keys(to).some((name) => name.startsWith('handOver') && isChanged(name))) body.handOver = handOverOf(to, targets, kind);
  return body;
}

function rateOf(values: Values): unknown {
  const permits = (values['rate.permits'] ?? '').trim();
  if (!permits) return null;
  const [per, burst] = [values['rate.per']?.trim(), values['rate.burst']?.trim()];
  return { permits: Number(permits), ...(per ? { per } : {}), ...(burst ? { burst: Number(burst) } : {}) };
}

function handOverOf(values: Values, targets: readonly Target[], chosen: string): unknown {
  const name = values['handOver.target']?.trim();
  if (!name) return null;
  const target = targets.find((each) => each.name === name);
  const known = [...(DESTINATIONS[target?.type ?? (guessed(values) || chosen)] ?? DESTINATION), IN_FLIGHT].filter((each) => !target || fixedBy(target, each) === undefined);
  // An exchange without a name is one too.
  const isNeeded = (key: string): boolean => key === 'exchange' && (target !== undefined || values[DEFAULT_EXCHANGE] !== '');
  const given = known.map((each): [string, string] => [keyOf(each), values[each.name]?.trim() ?? '']).filter(([key, value]) => value !== '' || isNeeded(key));
  const lines = (values.handOver ?? '').split('\n').map((line) => line.trim()).filter(Boolean);
  return { target: name, ...Object.fromEntries(given), ...Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)])) };
}

/** The value that a target has for all its queues. */
export const fixedBy = (target: Target, known: Known): string | undefined => {
  const value = target[`destination.${keyOf(known)}`];
  return value === undefined ? undefined : String(value);
};

/** The settings of a queue, and who changed them. */
export function QueueSettingsForm({ queue }: { queue: string }) {
  const { data, failure, again } = useLoad<Queue>(queuePath(queue));
  const [stored, setStored] = useState<Queue['settings'] | null>(null);
  if (!data) return failure ? <p class="failure" role="alert">{failure}</p> : null;
  const settings = stored && stored.version > data.settings.version ? stored : data.settings;
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <Form queue={queue} settings={settings} onStored={setStored} onChange={again} />
      {may('admin') ? <Changes queue={queue} version={settings.version} /> : null}
    </>
  );
}

interface FormProps {
  queue: string;
  settings: Queue['settings'];
  /** Takes the settings that the answer of a change has. */
  onStored: (settings: Queue['settings']) => void;
  onChange: () => void;
}

function Form({ queue, settings, onStored, onChange }: FormProps) {
  const words = w().admin;
  const before = valuesOf(settings);
  const [values, setValues] = useState<Values>(before);
  // What was typed stays; the rest follows what others have stored.
  const base = useRef(before);
  // What others have stored in place of what was typed, and who.
  const [theirs, setTheirs] = useState<{ names: readonly string[]; who: string }>({ names: [], who: '' });
  useEffect(() => {
    const old = base.current;
    base.current = before;
    const names = Object.keys(before).filter((name) => before[name] !== old[name] && values[name] !== old[name] && values[name] !== before[name]);
    setTheirs({ names, who: '' });
    if (names.length && may('admin')) {
      void call<{ entries: AuditEntry[] }>('GET', 'v1/audit', { query: { limit: 100 } }).then(({ entries }) => setTheirs({ names, who: entries.find((entry) => entry.queue === queue)?.actor ?? '' }), () => {});
    }
    setValues((typed) => Object.fromEntries(Object.entries(before).map(([name, value]) => [name, typed[name] === old[name] ? value : (typed[name] ?? value)])));
  }, [settings.version]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isStoring, setStoring] = useState(false);
  // Admins of the store alone see the targets; others name theirs, and say of which kind it is.
  const { data, failure: unknown } = useLoad<{ targets: Target[] }>(may('admin') ? 'v1/targets' : null);
  const targets = data?.targets ?? [];
  const isAsking = may('admin') && !data && !unknown;
  const [chosen, setChosen] = useState('');
  const target = targets.find(({ name }) => name === values['handOver.target']);
  const kind = target?.type ?? (guessed(values) || chosen);
  const isReadOnly = !may('admin', queue);
  const body = patch(before, values, targets, chosen);
  const isChanged = Object.keys(body).length > 0;

  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRefusal(null);
    setStoring(true);
    try {
      const answer = await call<Queue['settings'] & { warning?: string }>('PATCH', queuePath(queue), { body, headers: { 'If-Match': `"${settings.version}"` } });
      const { warning } = answer;
      // What was typed since then is newer than one's own change, which nobody else has made.
      base.current = values;
      onStored(answer);
      tell({ text: warning ? `${words.stored}: ${warning}` : words.stored, undo: () => call('PATCH', queuePath(queue), { body: patch(values, before, targets, chosen) }).then(onChange) });
      onChange();
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === 'CHANGED_MEANWHILE') {
        failed(words.changedMeanwhile);
        onChange();
      } else if (failure instanceof Refusal) setRefusal(failure);
      else failed(failure);
    } finally {
      setStoring(false);
    }
  };
  const type = (name: string, value: string): void => setValues((typed) => ({ ...typed, [name]: value }));
  const fixed = (known: Known): string | undefined => (target && known.name.startsWith('handOver.') ? fixedBy(target, known) : undefined);
  const field = (known: Known) => (
    <Setting key={known.name} known={known} fixed={fixed(known)} value={values[known.name] ?? ''} theirs={theirs.names.includes(known.name) ? words.theirs(before[known.name] || known.otherwise || words.unset, theirs.who) : ''} isReadOnly={isReadOnly} refusal={refusal} onValue={(value) => type(known.name, value)} />
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
        {field(isAsking || targets.length ? { ...TARGET, options: targets.map(({ name }) => name) } : TARGET)}
        {values['handOver.target'] && !target && !isReadOnly && !isAsking ? (
          <Field label={words.kind}><select value={kind} disabled={guessed(values) !== ''} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">–</option>
              {Object.keys(DESTINATIONS).map((each) => <option key={each} value={each}>{each}</option>)}
            </select></Field>
        ) : null}
        {values['handOver.target'] ? [...(DESTINATIONS[kind] ?? []), IN_FLIGHT].map(field) : null}
        {values['handOver.target'] && !target && kind === 'rabbitmq' && !values['handOver.exchange'] ? (
          <Field label={words.defaultExchange} hint={words.defaultExchangeHint}><input type="checkbox" class="inline" disabled={isReadOnly} checked={values[DEFAULT_EXCHANGE] !== ''} onChange={(event) => type(DEFAULT_EXCHANGE, event.currentTarget.checked ? 'true' : '')} /></Field>
        ) : null}
        {values['handOver.target'] && (values.handOver || before['handOver'] || !DESTINATIONS[kind]) ? <Field label={words.otherLines}><textarea rows={3} readOnly={isReadOnly} value={values.handOver} onInput={(event) => type('handOver', event.currentTarget.value)} /></Field> : null}
      </fieldset>
      {refusal && ![...ALL, TARGET, ...DESTINATION].some(({ name }) => concerns(refusal, name)) ? <p class="failure" role="alert">{refusal.message}</p> : null}
      {isReadOnly ? null : (
        <div class="bar save">
          <button type="submit" class="primary" disabled={!isChanged || isStoring}>{words.store}</button>
          {Object.keys(before).filter((name) => before[name] !== values[name]).map((name) => <span key={name} class="badge mono">{name}: {before[name] || '–'} → {values[name] || '–'}</span>)}
          {isChanged ? <button type="button" onClick={() => setValues(before)}>{words.discard}</button> : null}
        </div>
      )}
    </form>
  );
}

const concerns = (refusal: Refusal, name: string): boolean => refusal.field === name || (refusal.field !== '' && name.endsWith(`.${refusal.field}`));

interface SettingProps {
  known: Known;
  value: string;
  /** The value that the target has for all its queues. */
  fixed?: string | undefined;
  /** What others have stored meanwhile. */
  theirs: string;
  isReadOnly: boolean;
  refusal: Refusal | null;
  onValue: (value: string) => void;
}

function Setting({ known: { name, otherwise, hint, options }, value, fixed, theirs, isReadOnly, refusal, onValue }: SettingProps) {
  const words = w().admin;
  const isWrong = refusal !== null && concerns(refusal, name);
  return (
    <Field label={<span class="mono">{name}</span>} mark={value !== otherwise && value !== '' ? <span class="badge">{words.isSet}</span> : null} hint={fixed !== undefined ? words.fixed : theirs || (hint ? inLanguage(hint) : '')} wrong={isWrong ? refusal.message : null}>
      {options && !isReadOnly && fixed === undefined ? (
        <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="">{otherwise || words.unset}</option>
          {[...new Set([...options, value])].filter(Boolean).map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      ) : <input value={fixed ?? value} placeholder={otherwise || words.unset} readOnly={isReadOnly || fixed !== undefined} onInput={(event) => onValue(event.currentTarget.value)} />}
    </Field>
  );
}
