import type { AuditEntry } from '../api/types';
import { Moment } from './basics';

/** An entry of the audit log. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { address, status, ...details } = entry.details;
  return (
    <li>
      <Moment at={entry.at} both /> <strong>{entry.actor}</strong> <span class="muted mono">{address}</span>
      <br />
      <span class="mono">{entry.action}</span> {entry.queue ? <span class="badge">{entry.queue}</span> : null} {entry.id ? <span class="badge mono">{entry.id}</span> : null} {status ? <span class="badge">{status}</span> : null}
      {Object.entries(details).map(([name, value]) => <span key={name} class="detail"><span class="muted">{name}</span> <span class="mono">{value}</span></span>)}
    </li>
  );
}
