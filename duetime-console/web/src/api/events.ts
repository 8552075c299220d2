import { address, headers, Refusal, refusal, session } from './client';

export interface ServerEvent {
  id: string;
  name: string;
  data: string;
}

export interface EventSink {
  event(event: ServerEvent): void;
  /** The stream is open. */
  opened(): void;
  /** The stream is lost, and is opened again; with the reason where the server gave one. */
  lost(reason: string | null): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** So long a page that is not in sight keeps its stream: a browser has few connections for all pages of a server. */
const HIDDEN_MS = 10_000;
/** The server sends a comment every 15 s. */
const SILENCE_MS = 40_000;

/**
 * Reads server-sent events with fetch, so that the token is in a header. Connects again after a loss, behind the
 * last event with an id. Returns what ends it.
 */
export function follow(path: string, sink: EventSink): () => void {
  const end = new AbortController();
  void keepOpen(path, sink, end.signal);
  return () => end.abort();
}

async function keepOpen(path: string, sink: EventSink, ended: AbortSignal): Promise<void> {
  let last = '';
  let pause = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    let reason: string | null = null;
    await inSight();
    if (ended.aborted) return;
    try {
      await read(path, last, ended, {
        opened() {
          pause = FIRST_PAUSE_MS;
          sink.opened();
        },
        event(event) {
          if (event.id) last = event.id;
          sink.event(event);
        },
        lost() {},
      });
    } catch (failure) {
      if (failure instanceof Refusal) {
        if (failure.status === 401) return;
        reason = failure.message;
      }
    }
    if (ended.aborted) return;
    if (!isInSight()) continue;
    sink.lost(reason);
    await sleep(pause * (0.5 + Math.random() / 2), ended);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

const isInSight = (): boolean => document.visibilityState === 'visible';

/** Waits until the page is in sight. */
function inSight(): Promise<void> {
  if (isInSight()) return Promise.resolve();
  return new Promise((done) => document.addEventListener('visibilitychange', () => done(), { once: true }));
}

async function read(path: string, last: string, ended: AbortSignal, sink: EventSink): Promise<void> {
  const silence = new AbortController();
  const stop = (): void => silence.abort();
  ended.addEventListener('abort', stop);
  let timer = setTimeout(stop, SILENCE_MS);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(hiding);
    if (!isInSight()) hiding = setTimeout(stop, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', hide);
  try {
    const asked = session.peek();
    const all = headers({ Accept: 'text/event-stream' });
    if (last) all.set('Last-Event-ID', last);
    const answer = await fetch(address(path), {
      headers: all,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: silence.signal,
    });
    if (!answer.ok || !answer.body) throw await refusal(answer, asked);
    sink.opened();
    const parser = new Parser(sink.event);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
      parser.add(value);
    }
  } finally {
    clearTimeout(timer);
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', hide);
    ended.removeEventListener('abort', stop);
  }
}

/** Cuts a stream into events, as the HTML standard describes. */
export class Parser {
  private rest = '';
  private id = '';
  private name = '';
  private data: string[] = [];

  constructor(private readonly event: (event: ServerEvent) => void) {}

  add(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?=.)/);
    this.rest = lines.pop() ?? '';
    lines.forEach((line) => this.line(line));
  }

  private line(line: string): void {
    if (line === '') {
      if (this.data.length) this.event({ id: this.id, name: this.name || 'message', data: this.data.join('\n') });
      this.name = '';
      this.data = [];
      this.id = '';
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') this.id = value;
    if (field === 'event') this.name = value;
    if (field === 'data') this.data.push(value);
  }
}

function sleep(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      clearTimeout(timer);
      ended.removeEventListener('abort', stop);
      done();
    };
    const timer = setTimeout(stop, ms);
    ended.addEventListener('abort', stop);
  });
}
