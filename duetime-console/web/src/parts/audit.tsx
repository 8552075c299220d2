import { useEffect } from 'preact/hooks';
import type { AuditEntry } from '../api/types';
import { link } from '../state/route';
import { w } from '../words';
import { Moment } from './basics';
import { useLoad } from './load';
import { number } from './text';

/** What was done, by which entries are filtered: the route, or what its fields make of it. */
export function deedOf({ action, details }: AuditEntry): string {
  const route = action.replace('/v1/queues/{queue}', '…');
  const pause = /\/(pause|resume)$/.exec(route)?.[1];
  if (pause) return `${pause}d`;
  const { paused, pausedFor, pausedUntil, ...others } = fieldsOf(details);
  if (route !== 'PATCH …' || Object.keys(others).length) return route;
  return paused === false ? 'resumed' : paused ?? pausedFor ?? pausedUntil ? 'paused' : route;
}

/** The fields of the body; none if they were too long for an entry. */
function fieldsOf({ fields }: Record<string, string>): Record<string, unknown> {
  try {
    return JSON.parse(fields ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The same in words; empty for what is done rarely. */
export const deedInWords = (deed: string): string => w().admin.did[deed] ?? '';

/** An entry of the audit log. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { address, status, ...details } = entry.details;
  return (
    <li>
      <Moment at={entry.at} both /> <strong>{entry.actor}</strong> {deedInWords(deedOf(entry))} {entry.queue ? <span class="badge">{entry.queue}</span> : null} {entry.id ? <span class="badge mono">{entry.id}</span> : null}
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
  const isOf = (entry: AuditEntry): boolean => entry.queue === queue && (id === undefined || entry.id === id || (entry.details.fields ?? '').split(/[\s,"[\]]+/).includes(id));
  const entries = data?.entries.filter(isOf) ?? [];
  if (id !== undefined && entries.length === 0) return null;
  return (
    <section>
      <h2>{words.whoChanged}</h2>
      {data && entries.length === 0 ? <p class="muted">{data.cursor ? words.noneAmong(number(AUDIT_PAGE)) : words.noChanges}</p> : <ol class="plain audit">{entries.slice(0, 50).map((entry) => <AuditLine key={entry.number} entry={entry} />)}</ol>}
      {data?.cursor ? <p><a href={link(['audit'], { queue, q: id })}>{words.inAudit}</a></p> : null}
    </section>
  );
}
