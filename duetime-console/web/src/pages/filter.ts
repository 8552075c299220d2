import type { Job } from '../api/types';
import { setting } from '../state/route';

export const FILTERS = ['state', 'from', 'to', 'tag', 'reason', 'fingerprint', 'errorLike'] as const;

/** The filter of the address, as the API takes it. */
export function filter(): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of FILTERS) {
    const value = setting(name);
    if (value) all[name] = value;
  }
  return all;
}

/** The line by which the server counts a dead job, and the last error of one that is tried again. */
export function errorOf(job: Job): string {
  if (job.state === 'DONE') return '';
  const last = job.history?.[job.history.length - 1];
  return (job.message || last?.error || '').split('\n', 1)[0] ?? '';
}
