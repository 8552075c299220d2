import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { queuePath } from '../api/client';
import type { Bucket, Timeline as Counted } from '../api/types';
import { w } from '../words';
import { type Bar, barsOf, pastOfPresent, summary } from './bars';
import { useLoad } from './load';
import { Plot } from './plot';
import { queues } from '../state/live';
import { now, told } from '../state/now';
import { DAY, HOUR, local, measured, MINUTE, number, SECOND } from './text';

export const SPANS = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
export type Span = keyof typeof SPANS;

/** Lengths of bars that a reader can name. */
const STEPS = [SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY];
/** How long it is known what ran. */
const KEPT = 35 * DAY;
const MOST_BARS = 150;
const SHORTEST = 10 * SECOND;
const LONGEST = 3_650 * DAY;
/** The end of the year 9999, which is as far as the API goes. */
const LAST = 253_402_300_799_999;

/** The window with an allowed length, at an allowed time. */
export function allowed({ ahead, at }: Window): Window {
  return { ahead: Math.round(Math.min(LONGEST, Math.max(SHORTEST, ahead))), at: at === null ? null : Math.round(Math.min(LAST - LONGEST, Math.max(LONGEST / 2, at))) };
}

/** A part of time: two thirds of it lie ahead of a moment, which is now if none is named. */
export interface Window {
  ahead: number;
  at: number | null;
}

interface Range {
  from: number;
  to: number;
  step: number;
}

/**
 * A third of a window is before its moment, so that past and future are in one picture. The past is known by the minute
 * for a day, and by the hour before that, so its bars are no shorter; one that reaches into the future may be.
 */
function range(ahead: number, at: number, present: number): Range {
  const begin = at - ahead / 2;
  const shortest = begin < present - DAY ? HOUR : begin + ahead * 1.5 < present ? MINUTE : SECOND;
  const step = STEPS.find((each) => each >= shortest && (ahead * 1.5) / each <= MOST_BARS) ?? 30 * DAY;
  // A day begins at midnight where the reader is.
  const zone = step > HOUR ? -new Date(at).getTimezoneOffset() * MINUTE : 0;
  const from = Math.floor((begin + zone) / step) * step - zone;
  return { from, to: from + Math.ceil((ahead * 1.5) / step) * step, step };
}

interface TimelineProps {
  queue: string | null;
  window: Window;
  onWindow: (window: Window) => void;
  onOpen: (bucket: Bucket) => void;
  /** What stands at the beginning of its bar. */
  children?: ComponentChildren;
}

/** What ran and how late, left of now, and what is due, right of it, in one picture. */
export function Timeline({ queue, window, onWindow, onOpen, children }: TimelineProps) {
  const words = w();
  const [present, setPresent] = useState(now.peek());
  useEffect(() => {
    setPresent(now.peek());
    const timer = setInterval(() => setPresent(now.peek()), Math.max(2_000, Math.min(30_000, window.ahead / 60)));
    return () => clearInterval(timer);
  }, [window.ahead]);
  const { from, to, step } = range(window.ahead, window.at ?? present, present);
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), buckets: Math.round((to - from) / step) };
  const path = queue === null ? 'v1/timeline' : queuePath(queue, '/timeline');
  const { data, failure } = useLoad<Counted>(path, query, 2_000);
  const past = data ? pastOfPresent(data) : null;
  const early = useLoad<Counted>(past ? path : null, { ...past, buckets: 1 });
  const shown = useRef<Bar[] | null>(null);
  const bars = useMemo(() => (data ? barsOf(data, early.data?.buckets[0] ?? null, step >= MINUTE) : null), [data, early.data]);
  if (bars) shown.current = bars;
  useEffect(() => {
    if (data) told(data.now);
  }, [data]);
  const show = (next: Partial<Window>): void => onWindow(allowed({ ...window, ...next }));
  const move = (part: number): void => show({ at: (window.at ?? now.peek()) + part * window.ahead });
  const zoom = (by: number): void => show({ ahead: window.ahead * by });
  const select = (first: number, last: number): void => {
    const ahead = Math.max(SHORTEST, (last - first) / 1.5);
    show({ ahead, at: first + ahead / 2 });
  };
  return (
    <section class="timeline" aria-label={words.timeline}>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <div class="bar">
        {children}
        <button type="button" onClick={() => move(-0.5)} aria-label={words.earlier}>←</button>
        <button type="button" onClick={() => show({ at: null })} disabled={window.at === null}>{words.now}</button>
        <button type="button" onClick={() => move(0.5)} aria-label={words.later}>→</button>
        <button type="button" onClick={() => zoom(0.5)} aria-label={words.zoomIn}>+</button>
        <button type="button" onClick={() => zoom(2)} aria-label={words.zoomOut}>−</button>
      </div>
      <Missing queue={queue} from={from} to={to} isFine={step < MINUTE} onSince={(since) => show({ at: null, ahead: 2.1 * (now.peek() - since) })} onNext={(next) => show({ at: null, ahead: 1.2 * (next - now.peek()) })} />
      <Charts bars={shown.current} isRanKnown={step >= MINUTE} onOpen={onOpen} onMove={move} onZoom={zoom} onSelect={select} />
    </section>
  );
}

interface MissingProps {
  queue: string | null;
  from: number;
  to: number;
  /** Bars are shorter than the minutes by which the past is counted. */
  isFine: boolean;
  onSince: (since: number) => void;
  onNext: (next: number) => void;
}

/** What the picture cannot show. */
function Missing({ queue, from, to, isFine, onSince, onNext }: MissingProps) {
  const words = w();
  const shown = queue === null ? [...queues.value.values()] : [queues.value.get(queue)];
  const first = (key: 'oldestReady' | 'nextDue'): number => Math.min(...shown.map((each) => (each?.[key] ? new Date(each[key]).getTime() : Infinity)));
  const [since, next] = [first('oldestReady'), first('nextDue')];
  return (
    <>
      {since < from && from < now.value ? <p class="bar"><span class="hot-ready">{words.overdueBefore(local(since))}</span> <button type="button" class="quiet" onClick={() => onSince(since)}>{words.showThem}</button></p> : null}
      {next > to && next < Infinity && to > now.value ? <p class="bar"><span>{words.nextAfter(local(next))}</span> <button type="button" class="quiet" onClick={() => onNext(next)}>{words.showIt}</button></p> : null}
      {isFine && from < now.value ? <p class="muted">{words.byMinute}</p> : null}
      {from < now.value - KEPT ? <p class="muted">{words.notKept}</p> : null}
    </>
  );
}

interface ChartsProps {
  bars: readonly Bar[] | null;
  isRanKnown: boolean;
  onOpen: (bucket: Bucket) => void;
  onMove: (part: number) => void;
  onZoom: (by: number) => void;
  onSelect: (from: number, to: number) => void;
}

function Charts({ bars: given, isRanKnown, onOpen, onMove, onZoom, onSelect }: ChartsProps) {
  const words = w();
  const [hover, setHover] = useState<number | null>(null);
  const bars = given ?? [];
  const bar = hover === null ? undefined : bars[hover];
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step && event.shiftKey) onMove(step / 4);
    else if (step) setHover(Math.max(0, Math.min(bars.length - 1, (hover ?? Math.floor(bars.length / 3)) + step)));
    else if (event.key === '+' || event.key === '=') onZoom(0.5);
    else if (event.key === '-') onZoom(2);
    else if (event.key === 'Enter' && bar) onOpen(bar);
    else return;
    event.preventDefault();
  };
  const common = { bars, hover, onHover: setHover, onOpen: () => bar && onOpen(bar), onSelect };
  if (!given) return <div class="charts charts-empty" />;
  const hasLateness = bars.some((each) => each.ran > 0);
  return (
    <>
      <div class="charts" role="group" tabIndex={0} aria-label={`${words.timeline}: ${summary(bars, isRanKnown)}. ${words.chartKeys}`} onKeyDown={keys} onMouseLeave={() => setHover(null)}>
        <Plot {...common} kind="counts" height={240} />
        {hasLateness ? <Plot {...common} kind="lateness" height={120} /> : null}
      </div>
      <p class="legend" aria-hidden="true">
        <Swatch colour="--done" name={words.ran} /> {bars.some((each) => each.failed) ? <><Swatch colour="--dead" name={words.failed} /> </> : null}<Swatch colour="--overdue" name={words.overdue} /> <Swatch colour="--delayed" name={words.ahead} />
        {hasLateness ? <> <Swatch colour="--late-mean" name={words.meanLate} /> <Swatch colour="--late-max" name={words.maxLate} /></> : null}
      </p>
      <p class="reading">
        <span role="status">{bar ? <Reading bar={bar} /> : null}</span>
        {bar ? null : <span class="muted">{summary(bars, isRanKnown)}</span>}
      </p>
      <AsTable bars={bars} />
    </>
  );
}

function Swatch({ colour: of, name }: { colour: string; name: string }) {
  return <span><svg viewBox="0 0 10 10" width="10" height="10"><rect width="10" height="10" rx="2" style={{ fill: `var(${of})` }} /></svg> {name}</span>;
}

function Reading({ bar }: { bar: Bar }) {
  const words = w();
  return (
    <>
      {local(bar.from)} – {local(bar.to)}:{' '}
      {bar.overdue ? <strong class="is-overdue">{number(bar.overdue)} {words.overdue} </strong> : null}
      {bar.due ? <strong class="is-due">{number(bar.due)} {words.ahead} </strong> : null}
      {bar.ran ? <><strong class="has-run">{number(bar.ran)} {words.ran}</strong>, {words.meanLate} {measured(bar.latenessSumMs / bar.ran)}, {words.maxLate} {measured(bar.latenessMaxMs)}</> : null}
      {bar.failed ? <strong class="hot-dead"> {number(bar.failed)} {words.failed}</strong> : null}
      {!bar.waiting && !bar.ran && !bar.failed ? words.noneThen : null}
    </>
  );
}

/** The same as numbers. */
function AsTable({ bars }: { bars: readonly Bar[] }) {
  const words = w();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asTable}</summary>
      {isOpen ? (
        <table class="plain-table">
          <thead><tr><th scope="col">{words.from}</th><th scope="col">{words.ran}</th><th scope="col">{words.failed}</th><th scope="col">{words.meanLate}</th><th scope="col">{words.maxLate}</th><th scope="col">{words.overdue}</th><th scope="col">{words.ahead}</th></tr></thead>
          <tbody>
            {bars.filter((bar) => bar.ran || bar.failed || bar.waiting).map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{local(bar.from)}</th>
                <td>{number(bar.ran)}</td>
                <td>{number(bar.failed)}</td>
                <td>{bar.ran ? measured(bar.latenessSumMs / bar.ran) : '–'}</td>
                <td>{bar.ran ? measured(bar.latenessMaxMs) : '–'}</td>
                <td>{number(bar.overdue)}</td>
                <td>{number(bar.due)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}
