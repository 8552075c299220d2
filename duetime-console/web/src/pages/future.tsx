import { useEffect, useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import type { Bucket, Timeline as Counted } from '../api/types';
import { Empty } from '../parts/basics';
import { command } from '../parts/command';
import { number, local } from '../parts/text';
import { allowed, SPANS, type Span, Timeline, type Window } from '../parts/timeline';
import { isEachTold, isKnown, names } from '../state/live';
import { adjust, choose, go, link, setting } from '../state/route';
import { w } from '../words';

/** How many queues of a time are asked for at once. */
const AT_ONCE = 6;
const MOST_NAMES = 2_000;

export function Future() {
  const words = w();
  const queue = setting('queue');
  const isMissing = isKnown.value && (names.value.length === 0 || (queue !== '' && isEachTold.value && !names.value.includes(queue)));
  return (
    <>
      <h1>{words.nav.future}</h1>
      <div class="bar">
        <input id="search" type="search" list="queue-names" placeholder={words.allQueues} aria-label={words.queue} value={queue} onChange={(event) => choose({ queue: event.currentTarget.value || undefined })} />
        <datalist id="queue-names">{names.value.slice(0, MOST_NAMES).map((name) => <option key={name} value={name} />)}</datalist>
      </div>
      {isMissing ? <Empty text={queue ? words.noSuchQueue : words.emptyQueues} command={command('put', ['--delay', '30m'], queue || 'orders', 'order-42', '{"amount": 42}')} /> : <PlacedTimeline queue={queue || null} />}
    </>
  );
}

/** The timeline of a queue, with the choice of its length. */
export function QueueTimeline({ queue }: { queue: string }) {
  const words = w();
  return (
    <>
      <h2>{words.nav.future}</h2>
      <PlacedTimeline queue={queue} />
    </>
  );
}

/** The part of time that the address names. */
function placed(): Window {
  const ahead = Number(setting('ahead'));
  const at = Date.parse(setting('at'));
  return allowed({ ahead: ahead > 0 ? ahead : SPANS.hour, at: Number.isNaN(at) ? null : at });
}

function SpanChoice() {
  const words = w();
  const { ahead } = placed();
  return (
    <div class="choice" role="group" aria-label={words.spans}>
      {(Object.keys(SPANS) as Span[]).map((each) => (
        <button key={each} type="button" aria-pressed={ahead === SPANS[each]} onClick={() => choose({ ahead: String(SPANS[each]), at: undefined, bar: undefined })}>{words.span[each]}</button>
      ))}
    </div>
  );
}

/** A bar that was opened; the address names it. */
type Opened = Pick<Bucket, 'from' | 'to' | 'waiting' | 'ran'>;

function openedBar(): Opened | null {
  const [from, to, waiting, ran] = setting('bar').split('~');
  return from && to && !Number.isNaN(Date.parse(from) + Date.parse(to)) ? { from, to, waiting: Number(waiting), ran: Number(ran) } : null;
}

function PlacedTimeline({ queue }: { queue: string | null }) {
  const opened = openedBar();
  return (
    <>
      <Timeline
        queue={queue}
        window={placed()}
        onWindow={({ ahead, at }) => adjust({ bar: undefined, ahead: String(ahead), at: at === null ? undefined : new Date(at).toISOString() })}
        onOpen={(bucket) => (queue === null || !bucket.waiting ? choose({ bar: [bucket.from, bucket.to, bucket.waiting, bucket.ran].join('~') }) : go(['queues', queue, 'jobs'], jobsOf(bucket)))}
      >
        <SpanChoice />
      </Timeline>
      {opened && queue !== null && opened.ran ? <Ran queue={queue} bucket={opened} /> : null}
      {opened && queue === null && isKnown.value ? <ByQueue bucket={opened} key={`${opened.from} ${opened.to}`} /> : null}
    </>
  );
}

/** The jobs of a bar: those that wait, or those that have ended. */
function jobsOf(bucket: Opened): Record<string, string> {
  return { from: bucket.from, to: bucket.to, state: bucket.waiting ? 'DELAYED,READY' : 'DONE' };
}

/** What is known of the jobs that ran in a bar, of which none waits. */
function Ran({ queue, bucket }: { queue: string; bucket: Opened }) {
  const words = w();
  return (
    <section>
      <h2>{words.dueBetween(local(bucket.from), local(bucket.to))}</h2>
      <p>{words.ranThen(number(bucket.ran))} <a href={link(['queues', queue, 'jobs'], { from: bucket.from, to: bucket.to, state: 'DONE' })}>{words.listDone}</a></p>
    </section>
  );
}

/** Which queues the jobs of a bar belong to. */
function ByQueue({ bucket }: { bucket: Opened }) {
  const words = w();
  const [found, setFound] = useState<{ queue: string; count: number }[]>([]);
  const [left, setLeft] = useState(names.peek().length);
  const [unanswered, setUnanswered] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const rest = [...names.peek()];
    const work = async (): Promise<void> => {
      for (let queue = rest.shift(); queue !== undefined && !end.signal.aborted; queue = rest.shift()) {
        const name = queue;
        const query = { from: bucket.from, to: bucket.to, buckets: 1 };
        const counted = await call<Counted>('GET', queuePath(name, '/timeline'), { query, signal: end.signal }).catch(() => null);
        const one = counted?.buckets[0];
        const count = one ? (bucket.waiting ? one.waiting : one.ran) : 0;
        if (end.signal.aborted) return;
        if (!one) setUnanswered((before) => before + 1);
        if (count) setFound((before) => [...before, { queue: name, count }].sort((a, b) => b.count - a.count));
        setLeft((before) => before - 1);
      }
    };
    for (let i = 0; i < AT_ONCE; i++) void work();
    return () => end.abort();
  }, []);
  return (
    <section aria-label={words.byQueue}>
      <h2>{words.dueBetween(local(bucket.from), local(bucket.to))}</h2>
      {left > 0 ? <progress max={names.value.length} value={names.value.length - left} aria-label={words.byQueue} /> : null}
      {unanswered ? <p class="warning" role="status">{words.notAnswered(number(unanswered))}</p> : null}
      {left <= 0 && !found.length && !unanswered ? <p class="muted">{words.noneThen}</p> : null}
      <ul class="plain">
        {found.map(({ queue, count }) => <li key={queue}><strong>{number(count)}</strong> <a href={link(['queues', queue, 'jobs'], jobsOf(bucket))}>{queue}</a></li>)}
      </ul>
    </section>
  );
}
