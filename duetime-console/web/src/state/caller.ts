import { effect, signal } from '@preact/signals';
import { call, needsToken, token } from '../api/client';
import { isOpen } from './live';

export type Role = 'read' | 'payload' | 'produce' | 'consume' | 'admin';

interface Grant {
  roles: Role[];
  queues: string[];
}

interface Caller {
  name: string | null;
  grants: Grant[];
}

/** Who the page calls as; null until the server has said it. */
export const caller = signal<Caller | null>(null);

/** Asks whenever the token changes or the server is back, which may know other grants by then. */
export function askWhoCalls(): void {
  let known: string | null = null;
  effect(() => {
    const asked = token.value;
    void isOpen.value;
    if (asked !== known) caller.value = null;
    known = asked;
    call<Caller>('GET', 'v1/caller').then(
      (answer) => {
        if (asked === token.peek()) caller.value = answer;
      },
      () => {},
    );
  });
  effect(() => {
    if (needsToken.value) caller.value = null;
  });
}

const includes = (given: Role, wanted: Role): boolean => given === wanted || given === 'admin' || (given === 'payload' && wanted === 'read');

const matches = (pattern: string, queue: string): boolean =>
  new RegExp(`^${pattern.split('*').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`).test(queue);

/** Whether the caller has a role on a queue, or without one on every queue. */
export function may(role: Role, queue?: string): boolean {
  const grants = caller.value?.grants ?? [];
  return grants.some(
    (grant) =>
      grant.roles.some((given) => includes(given, role)) &&
      grant.queues.some((pattern) => (queue === undefined ? pattern === '*' : matches(pattern, queue))),
  );
}

/** Whether the caller has a role on any queue. */
export const maySomewhere = (role: Role): boolean =>
  (caller.value?.grants ?? []).some((grant) => grant.roles.some((given) => includes(given, role)));
