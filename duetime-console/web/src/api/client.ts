import { signal } from '@preact/signals';
import { w } from '../words';

/** An answer that is no success: problem details (RFC 9457) with a stable code. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The field of the request that is wrong. */
    readonly field = '',
  ) {
    super(message);
  }
}

const KEY = 'duetime-token';

/** The token of this browser tab. It is sent in a header only, and ends with the tab. */
export const token = signal<string>(sessionStorage.getItem(KEY) ?? '');

/** Grows with each sign-in, also with the same token, which may be valid again. */
export const session = signal(0);

/** Whether the server has refused the last call for want of a valid token. */
export const needsToken = signal(false);

export function setToken(value: string): void {
  token.value = value;
  session.value++;
  needsToken.value = false;
  if (value) sessionStorage.setItem(KEY, value);
  else sessionStorage.removeItem(KEY);
}

/** An address below that of the page, so that the console works behind a base path. */
export function address(path: string, query: Query = {}): string {
  const url = new URL(path, document.baseURI);
  url.hash = '';
  url.search = '';
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') url.searchParams.append(name, String(one));
    }
  }
  return url.href;
}

export type Query = Record<string, string | number | boolean | null | undefined | readonly string[]>;

export interface CallOptions {
  query?: Query;
  body?: unknown;
  /** A body that is sent as it is. */
  text?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export function headers(extra: Record<string, string> = {}): Headers {
  const all = new Headers(extra);
  if (token.value) all.set('Authorization', `Bearer ${token.value}`);
  return all;
}

/** Calls a route and answers its JSON. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const answer = await send(method, path, options);
  const text = await answer.text();
  return (text ? JSON.parse(text) : {}) as T;
}

export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  // A browser takes these for folders, however they are written, and would call another route.
  const folder = path.split('/').find((each) => each === '.' || each === '..');
  if (folder !== undefined) throw new Refusal(0, 'NO_ADDRESS', w().noAddress(folder));
  const all = headers(options.headers);
  const init: RequestInit = { method, headers: all, credentials: 'omit', cache: 'no-store' };
  if (options.body !== undefined) {
    all.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  if (options.text !== undefined) init.body = options.text;
  if (options.signal) init.signal = options.signal;
  const asked = session.peek();
  let answer: Response;
  try {
    answer = await fetch(address(path, options.query), init);
  } catch (failure) {
    if (options.signal?.aborted) throw failure;
    throw new Refusal(0, 'NO_ANSWER', w().noAnswer);
  }
  if (!answer.ok) throw await refusal(answer, asked);
  return answer;
}

/** What an answer says of its refusal. One of a token that was replaced meanwhile says nothing of the new one. */
export async function refusal(answer: Response, asked: number): Promise<Refusal> {
  if (answer.status === 401 && asked === session.peek()) needsToken.value = true;
  try {
    const problem = await answer.json();
    return new Refusal(answer.status, String(problem.code ?? ''), String(problem.detail ?? problem.title ?? ''), String(problem.field ?? ''));
  } catch {
    return new Refusal(answer.status, '', `${answer.status} ${answer.statusText}`);
  }
}

/** A name as one part of a path. */
export const part = (name: string): string => encodeURIComponent(name);

export const queuePath = (queue: string, rest = ''): string => `v1/queues/${part(queue)}${rest}`;
export const jobPath = (queue: string, id: string, rest = ''): string => queuePath(queue, `/jobs/${part(id)}${rest}`);
