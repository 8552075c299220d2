import { useEffect } from 'preact/hooks';
import type { AuditEntry } from '../api/types';
import { link } from '../state/route';
import { w } from '../words';
import { Moment } from './basics';
import { useLoad } from './load';
import { number } from './text';

/** What an entry tells in words; empty for what is done rarely. */
function did({ action, details }: AuditEntry): string {
  const known = w().admin.did;
  const key = action.replace('/v1/queues/{queue}', '…');
  const kind = /\/(pause|resume)$/.exec(action)?.[1] ?? (key === 'PATCH …' ? { true: 'pause', false: 'resume' }[details.paused ?? ''] : undefined);
  return (kind ? known[`${kind}d`] : known[key]) ?? '';
}

/** An entry of the audit log. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { address, status, ...details } = entry.details;
  return (
    <li>
      <Moment at={entry.at} both /> <strong>{entry.actor}</strong> {did(entry)} {entry.queue ? <span class="badge">{entry.queue}</span> : null} {entry.id ? <span class="badge mono">{entry.id}</span> : null}
      <br />
      <span class="muted mono">{entry.action} {status} {address}</span>
      {Object.entries(details).map(([name, value]) => <span key={name} class="detail"><span class="muted">{name}</span> <span class="mono">{value}</span></span>)}
    </li>
  );
}

const AUDIT_PAGE = 1_000;

interface ChangesProps {
  queue: string;
  /** The job whose changes are shown; without it those of the queue. */
  id?: string;
  /** They are read again when it changes. */
  version: unknown;
}

/** What was changed at a queue or a job, and by whom. */
export function Changes({ queue, id, version }: ChangesProps) {
  const words = w().admin;
  const { data, again } = useLoad<{ entries: AuditEntry[]; cursor: string | null }>('v1/audit', { limit: AUDIT_PAGE });
  useEffect(again, [version]);
  const isOf = (entry: AuditEntry): boolean => entry.queue === queue && (id === undefined || entry.id === id || (entry.details.ids ?? '').split(/[\s,"[\]]+/).includes(id));
  const entries = data?.entries.filter(isOf) ?? [];
  if (id !== undefined && entries.length === 0) return null;
  return (
    <section>
      <h2>{words.whoChanged}</h2>
      {data && entries.length === 0 ? <p class="muted">{data.cursor ? words.noneAmong(number(AUDIT_PAGE)) : words.noChanges}</p> : <ol class="plain audit">{entries.slice(0, 50).map((entry) => <AuditLine key={entry.number} entry={entry} />)}</ol>}
      {data?.cursor ? <p><a href={link(['audit'], { q: id ?? queue })}>{words.inAudit}</a></p> : null}
    </section>
  );
}
