import { effect, signal } from '@preact/signals';
import { call, needsToken, session, token } from '../api/client';
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

const RETRY_MS = 3_000;

/** Asks at each sign-in, and when the server is back, which may know other grants by then; again until it is answered. */
export function askWhoCalls(): void {
  let known: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (asked: string): Promise<void> => {
    try {
      const answer = await call<Caller>('GET', 'v1/caller');
      if (asked === token.peek()) caller.value = answer;
    } catch {
      clearTimeout(timer);
      if (asked === token.peek() && !needsToken.peek()) timer = setTimeout(() => void ask(asked), RETRY_MS);
    }
  };
  effect(() => {
    const asked = token.value;
    void [session.value, isOpen.value];
    if (asked !== known) caller.value = null;
    known = asked;
    clearTimeout(timer);
    void ask(asked);
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
