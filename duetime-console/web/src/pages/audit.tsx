import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { AuditEntry } from '../api/types';
import { AuditLine } from '../parts/audit';
import { failed } from '../parts/basics';
import { number } from '../parts/text';
import { adjust, setting } from '../state/route';
import { w } from '../words';

const PAGE = 1_000;

interface AuditPage {
  entries: AuditEntry[];
  cursor: string | null;
}

/** Who changed what, the newest first. */
export function Audit() {
  const words = w();
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [cursor, setCursor] = useState<string | null>('');
  const read = async (from: string): Promise<void> => {
    try {
      const page = await call<AuditPage>('GET', 'v1/audit', { query: { limit: PAGE, cursor: from } });
      setEntries((before) => (from ? [...before, ...page.entries] : page.entries));
      setCursor(page.cursor);
    } catch (failure) {
      failed(failure);
    }
  };
  useEffect(() => void read(''), []);
  const wanted = setting('q').toLowerCase();
  const shown = entries.filter((entry) => !wanted || JSON.stringify(entry).toLowerCase().includes(wanted));
  return (
    <>
      <h1>{words.nav.audit}</h1>
      <div class="bar">
        <input id="search" type="search" placeholder={words.search} aria-label={words.search} value={setting('q')} onInput={(event) => adjust({ q: event.currentTarget.value || undefined })} />
        <button type="button" onClick={() => void read('')}>{words.refresh}</button>
        <span class="muted" role="status">{words.admin.entries(number(shown.length), number(entries.length))}</span>
      </div>
      {entries.length === 0 ? <p class="muted">{words.admin.noChanges}</p> : null}
      <ol class="plain audit">{shown.map((entry) => <AuditLine key={entry.number} entry={entry} />)}</ol>
      {cursor ? <button type="button" onClick={() => void read(cursor)}>{words.admin.more}</button> : null}
    </>
  );
}
