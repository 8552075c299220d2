import { setting } from '../state/route';

export const FILTERS = ['state', 'from', 'to', 'tag', 'reason'] as const;

/** The filter of the address, as the API takes it. */
export function filter(): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of FILTERS) {
    const value = setting(name);
    if (value) all[name] = value;
  }
  return all;
}
