import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { AuditEntry } from '../api/types';
import { AuditLine, deedInWords, deedOf } from '../parts/audit';
import { failed } from '../parts/basics';
import { number } from '../parts/text';
import { adjust, choose, setting } from '../state/route';
import { w } from '../words';
import { MomentField } from './jobs';

const PAGE = 1_000;
const FILTERS = ['q', 'who', 'did', 'queue', 'from', 'to'] as const;

interface AuditPage {
  entries: AuditEntry[];
  cursor: string | null;
}

/** Whether an entry passes the filter of the address. */
function passes(entry: AuditEntry): boolean {
  const is = (name: (typeof FILTERS)[number], value: string | null): boolean => !setting(name) || setting(name) === value;
  const at = Date.parse(entry.at);
  return is('who', entry.actor) && is('did', deedOf(entry)) && is('queue', entry.queue)
    && !(at < Date.parse(setting('from'))) && !(at >= Date.parse(setting('to')))
    && (!setting('q') || JSON.stringify(entry).toLowerCase().includes(setting('q').toLowerCase()));
}

/** Who changed what, the newest first. */
export function Audit() {
  const words = w();
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [cursor, setCursor] = useState<string | null>('');
  const [most, setMost] = useState(PAGE);
  const isReading = useRef(false);
  /** Grows when the list begins again; what was asked for before is dropped. */
  const round = useRef(0);
  const read = async (from: string): Promise<void> => {
    if (isReading.current && from) return;
    isReading.current = true;
    if (!from) round.current++;
    const asked = round.current;
    try {
      const page = await call<AuditPage>('GET', 'v1/audit', { query: { limit: PAGE, cursor: from } });
      if (round.current !== asked) return;
      setEntries((before) => (from ? [...before, ...page.entries] : page.entries));
      setCursor(page.cursor);
    } catch (failure) {
      if (round.current === asked) failed(failure);
    } finally {
      if (round.current === asked) isReading.current = false;
    }
  };
  useEffect(() => void read(''), []);
  const isFiltered = FILTERS.some(setting);
  const last = entries[entries.length - 1];
  const isEarlier = last !== undefined && Date.parse(last.at) < Date.parse(setting('from'));
  // A filter is about all entries, of which the server keeps no more than some pages.
  useEffect(() => {
    if (isFiltered && cursor && !isEarlier) void read(cursor);
  }, [isFiltered, cursor, isEarlier, entries]);
  const shown = entries.filter(passes);
  return (
    <>
      <h1>{words.nav.audit}</h1>
      <div class="bar" role="search">
        <input id="search" type="search" placeholder={words.search} aria-label={words.search} value={setting('q')} onInput={(event) => adjust({ q: event.currentTarget.value || undefined })} />
        <Choice name="who" label={words.admin.who} all={words.admin.anyone} of={entries.map(({ actor }) => actor)} />
        <Choice name="did" label={words.admin.deed} all={words.admin.anything} of={entries.map(deedOf)} inWords={deedInWords} />
        <Choice name="queue" label={words.queue} all={words.allQueues} of={entries.map(({ queue }) => queue ?? '')} />
        <MomentField name="from" label={words.from} />
        <MomentField name="to" label={words.to} />
        <button type="button" onClick={() => void read('')}>{words.refresh}</button>
        {isFiltered ? <button type="button" class="quiet" onClick={() => choose(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>{words.clear}</button> : null}
        <span class="muted" role="status">{words.admin.entries(number(shown.length), number(entries.length))}</span>
      </div>
      {cursor !== '' && !shown.length ? <p class="muted">{entries.length ? words.admin.noEntries : words.admin.noChanges}</p> : null}
      <ol class="plain audit">{shown.slice(0, most).map((entry) => <AuditLine key={entry.number} entry={entry} />)}</ol>
      {shown.length > most || cursor ? <button type="button" onClick={() => (shown.length > most ? setMost(most + PAGE) : void read(cursor ?? ''))}>{words.admin.more}</button> : null}
    </>
  );
}

interface ChoiceProps {
  name: (typeof FILTERS)[number];
  label: string;
  all: string;
  of: readonly string[];
  inWords?: (value: string) => string;
}

/** A choice among what the entries have, and what the address names. */
function Choice({ name, label, all, of, inWords }: ChoiceProps) {
  const values = [...new Set([...of, setting(name)])].filter(Boolean).map((value) => ({ value, text: inWords?.(value) || value }));
  return (
    <select aria-label={label} value={setting(name)} onChange={(event) => choose({ [name]: event.currentTarget.value || undefined })}>
      <option value="">{all}</option>
      {values.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ value, text }) => <option key={value} value={value}>{text}</option>)}
    </select>
  );
}
