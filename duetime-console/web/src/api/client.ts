import { effect, signal } from '@preact/signals';
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

/** The token of all tabs of this browser. It is sent in a header only, and is stored only while a tab is loaded again. */
export const token = signal<string>(sessionStorage.getItem(KEY) ?? '');
sessionStorage.removeItem(KEY);
addEventListener('pagehide', () => {
  if (token.value) sessionStorage.setItem(KEY, token.value);
});
addEventListener('pageshow', () => sessionStorage.removeItem(KEY));

/** Grows with each sign-in, also with the same token, which may be valid again. */
export const session = signal(0);

/** Whether the server has refused the last call for want of a valid token. */
export const needsToken = signal(false);

/** Whether the question for one was closed; it comes again when something is to be changed. */
export const isPutOff = signal(false);

/** Where people sign in instead; empty if they do not. */
export const issuer = signal('');

/** What the tabs of this console tell each other: a token, that one is wanted, or that a person has signed in. */
interface Word {
  token?: string;
  wants?: true;
  signedIn?: true;
}

const tabs = new BroadcastChannel(`duetime ${new URL('.', document.baseURI).pathname}`);
const say = (word: Word): void => tabs.postMessage(word);

function use(value: string): void {
  token.value = value;
  session.value++;
  needsToken.value = false;
  isPutOff.value = false;
}

tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if (data.wants && token.value) say({ token: token.value });
  if (data.token !== undefined && data.token !== token.value) use(data.token);
  if (data.signedIn && needsToken.value) use('');
});

export function setToken(value: string): void {
  use(value);
  say({ token: value });
}

/** Tells the other tabs that a person has signed in. */
export const tellSignedIn = (): void => say({ signedIn: true });

/** So long a tab waits for the token of another one. */
const ANSWER_MS = 150;

/** Asks the other tabs for their token. */
export function askTabs(): Promise<void> {
  if (token.value) return Promise.resolve();
  say({ wants: true });
  return new Promise((done) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => { if (data.token) done(); });
    setTimeout(done, ANSWER_MS);
  });
}

/** Waits until a caller has signed in again. */
function signedIn(asked: number, ended?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = effect(() => {
      if (session.value !== asked) queueMicrotask(() => { stop(); done(); });
    });
    ended?.addEventListener('abort', () => { stop(); fail(ended.reason); });
  });
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
  /** Fails without a valid token or session, instead of waiting for a sign-in. */
  fails?: true;
}

export function headers(extra: Record<string, string> = {}): Headers {
  const all = new Headers(extra);
  // A session is a cookie; pages of other sites cannot send this.
  all.set('Duetime-Console', '1');
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
  const init: RequestInit = { method, headers: all, credentials: 'same-origin', cache: 'no-store' };
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
  if (answer.ok) return answer;
  const refused = await refusal(answer, asked, method !== 'GET');
  if (answer.status !== 401 || options.fails) throw refused;
  // Nothing was done; the page stays, and the call goes on after the next sign-in.
  await signedIn(asked, options.signal);
  return send(method, path, options);
}

/**
 * What an answer says of its refusal. One of a token that was replaced meanwhile says nothing of the new one.
 *
 * @param isChange whether a person wanted to change something, and did not only look
 */
export async function refusal(answer: Response, asked: number, isChange = false): Promise<Refusal> {
  if (answer.status === 401 && asked === session.peek()) {
    if (isChange || !needsToken.peek()) isPutOff.value = false;
    needsToken.value = true;
  }
  try {
    const problem = await answer.json();
    if (answer.status === 401) issuer.value = String(problem.issuer ?? '');
    return new Refusal(answer.status, String(problem.code ?? ''), String(problem.detail ?? problem.title ?? ''), String(problem.field ?? ''));
  } catch {
    return new Refusal(answer.status, '', `${answer.status} ${answer.statusText}`);
  }
}

/** A name as one part of a path. */
export const part = (name: string): string => encodeURIComponent(name);

export const queuePath = (queue: string, rest = ''): string => `v1/queues/${part(queue)}${rest}`;
export const jobPath = (queue: string, id: string, rest = ''): string => queuePath(queue, `/jobs/${part(id)}${rest}`);
