import { effect, signal } from '@preact/signals';
import { call, session, tellSignedIn, token } from '../api/client';
import { isOpen } from './live';

export type Role = 'read' | 'payload' | 'produce' | 'consume' | 'admin';

interface Grant {
  roles: Role[];
  queues: string[];
}

interface Caller {
  name: string | null;
  expiresAt: string | null;
  grants: Grant[];
}

/** Who the page calls as; null until the server has said it. */
export const caller = signal<Caller | null>(null);

const RETRY_MS = 3_000;

/** Asks at each sign-in, and when the server is back, which may know other grants by then; again until it is answered. */
export function askWhoCalls(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (asked: number): Promise<void> => {
    try {
      const answer = await call<Caller>('GET', 'v1/caller');
      if (asked !== session.peek()) return;
      caller.value = answer;
      if (answer.name && !token.peek()) tellSignedIn();
    } catch {
      clearTimeout(timer);
      if (asked === session.peek()) timer = setTimeout(() => void ask(asked), RETRY_MS);
    }
  };
  // Until the answer the page shows what it showed before: what was typed in it must not be lost.
  effect(() => {
    const asked = session.value;
    void isOpen.value;
    clearTimeout(timer);
    void ask(asked);
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
