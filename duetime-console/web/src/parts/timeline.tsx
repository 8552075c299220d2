import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { queuePath } from '../api/client';
import type { Bucket, Timeline as Counted } from '../api/types';
import { language, w } from '../words';
import { useLoad } from './load';
import { now, told } from '../state/now';
import { clock, local, measured, number } from './text';
import { theme } from './theme';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const SPANS = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
export type Span = keyof typeof SPANS;

/** Lengths of bars that a reader can name. */
const STEPS = [SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY];
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

/** A third of a window lies before its moment, so that past and future are in one picture. */
function range(ahead: number, at: number): Range {
  const step = STEPS.find((each) => (ahead * 1.5) / each <= MOST_BARS) ?? 30 * DAY;
  const from = Math.floor((at - ahead / 2) / step) * step;
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
  const { from, to, step } = range(window.ahead, window.at ?? present);
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), buckets: Math.round((to - from) / step) };
  const { data, failure } = useLoad<Counted>(queue === null ? 'v1/timeline' : queuePath(queue, '/timeline'), query, 2_000);
  const shown = useRef<Counted | null>(null);
  if (data) shown.current = data;
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
      <Charts counted={shown.current} onOpen={onOpen} onMove={move} onZoom={zoom} onSelect={select} />
    </section>
  );
}

interface ChartsProps {
  counted: Counted | null;
  onOpen: (bucket: Bucket) => void;
  onMove: (part: number) => void;
  onZoom: (by: number) => void;
  onSelect: (from: number, to: number) => void;
}

function Charts({ counted, onOpen, onMove, onZoom, onSelect }: ChartsProps) {
  const words = w();
  const [hover, setHover] = useState<number | null>(null);
  const buckets = counted?.buckets ?? [];
  const bucket = hover === null ? undefined : buckets[hover];
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step && event.shiftKey) onMove(step / 4);
    else if (step) setHover(Math.max(0, Math.min(buckets.length - 1, (hover ?? Math.floor(buckets.length / 3)) + step)));
    else if (event.key === '+' || event.key === '=') onZoom(0.5);
    else if (event.key === '-') onZoom(2);
    else if (event.key === 'Enter' && bucket) onOpen(bucket);
    else return;
    event.preventDefault();
  };
  const common = { buckets, hover, onHover: setHover, onOpen: () => bucket && onOpen(bucket), onSelect };
  if (!counted) return <div class="charts charts-empty" />;
  const hasLateness = buckets.some((each) => each.ran > 0);
  return (
    <>
      <div class="charts" role="group" tabIndex={0} aria-label={`${words.timeline}: ${summary(buckets)}. ${words.chartKeys}`} onKeyDown={keys} onMouseLeave={() => setHover(null)}>
        <Plot {...common} kind="counts" height={240} />
        {hasLateness ? <Plot {...common} kind="lateness" height={120} /> : null}
      </div>
      <p class="legend" aria-hidden="true">
        <Swatch colour="--done" name={words.ran} /> <Swatch colour="--ready" name={words.overdue} /> <Swatch colour="--delayed" name={words.ahead} />
        {hasLateness ? <> <Swatch colour="--late-mean" name={words.meanLate} /> <Swatch colour="--late-max" name={words.maxLate} /></> : null}
      </p>
      <p class="reading">
        <span role="status">{bucket ? <Reading bucket={bucket} /> : null}</span>
        {bucket ? null : <span class="muted">{summary(buckets)}</span>}
      </p>
      <AsTable buckets={buckets} />
    </>
  );
}

function Swatch({ colour: of, name }: { colour: string; name: string }) {
  return <span><svg viewBox="0 0 10 10" width="10" height="10"><rect width="10" height="10" rx="2" style={{ fill: `var(${of})` }} /></svg> {name}</span>;
}

interface PlotProps {
  buckets: readonly Bucket[];
  kind: 'counts' | 'lateness';
  height: number;
  hover: number | null;
  onHover: (index: number | null) => void;
  onOpen: () => void;
  onSelect: (from: number, to: number) => void;
}

function Plot({ buckets, kind, height, hover, onHover, onOpen, onSelect }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const acts = useRef({ onHover, onSelect });
  acts.current = { onHover, onSelect };

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = new uPlot(options(kind, element.clientWidth, height, acts), columns(kind, buckets), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [language.value, theme.value, kind]);

  useEffect(() => plot.current?.setData(columns(kind, buckets)), [buckets, kind]);

  useEffect(() => {
    const u = plot.current;
    const x = hover === null ? undefined : u?.data[0][hover];
    if (!u || x === undefined) return;
    const left = u.valToPos(x, 'x');
    if (Math.abs((u.cursor.left ?? -10) - left) > 1) u.setCursor({ left, top: 10 }, false);
  }, [hover]);

  return <div class="chart" ref={box} aria-hidden="true" onClick={onOpen} />;
}

function columns(kind: 'counts' | 'lateness', buckets: readonly Bucket[]): uPlot.AlignedData {
  const x = buckets.map((bucket) => (new Date(bucket.from).getTime() + new Date(bucket.to).getTime()) / 2_000);
  return kind === 'counts'
    ? [x, ...[waitingOf, overdueOf, ranOf].map((of) => buckets.map((bucket) => of(bucket) || null))]
    : [x, buckets.map((bucket) => (bucket.ran ? bucket.latenessMaxMs : null)), buckets.map((bucket) => (bucket.ran ? bucket.latenessSumMs / bucket.ran : null))];
}

const isPast = (bucket: Bucket): boolean => new Date(bucket.to).getTime() <= now.peek();
const ranOf = (bucket: Bucket): number => bucket.ran;
/** Jobs that are due and wait; they stand on those that ran. */
const overdueOf = (bucket: Bucket): number => (isPast(bucket) && bucket.waiting ? bucket.ran + bucket.waiting : 0);
const waitingOf = (bucket: Bucket): number => (!isPast(bucket) && bucket.waiting ? bucket.ran + bucket.waiting : 0);

type Acts = { current: { onHover: (index: number | null) => void; onSelect: (from: number, to: number) => void } };

function options(kind: 'counts' | 'lateness', width: number, height: number, acts: Acts): uPlot.Options {
  const paths = uPlot.paths.bars?.({ size: [0.82, 60], radius: 0.1 });
  const series = (name: string): uPlot.Series => ({ fill: () => colour(name), stroke: () => colour(name), width: 0, points: { show: false }, ...(paths ? { paths } : {}) });
  const axis: uPlot.Axis = {
    stroke: () => colour('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 8 } },
    scales: { x: { time: true, range: (u) => edges(u) }, y: { range: (_, __, max) => [0, Math.max(1, max) * 1.05] } },
    axes: [
      { ...axis, size: 30, space: 80, values: (u, ticks) => ticks.map((tick) => clock(tick * 1_000, ((u.scales.x?.max ?? 0) - (u.scales.x?.min ?? 0)) * 1_000)) },
      { ...axis, size: 64, space: kind === 'counts' ? 40 : 30, values: (_, ticks) => ticks.map((tick) => (kind === 'counts' ? (Number.isInteger(tick) ? number(tick) : '') : measured(tick))) },
    ],
    series: kind === 'counts' ? [{}, series('--delayed'), series('--ready'), series('--done')] : [{}, series('--late-max'), series('--late-mean')],
    hooks: {
      setCursor: [(u) => acts.current.onHover(u.cursor.idx ?? null)],
      setSelect: [
        (u) => {
          if (u.select.width < 8) return;
          const [from, to] = [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')];
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          acts.current.onSelect(from * 1_000, to * 1_000);
        },
      ],
      draw: [drawNow],
    },
  };
}

/** From the left edge of the first bar to the right edge of the last. */
function edges(u: uPlot): [number, number] {
  const x = u.data[0];
  const [first, second, last] = [x[0], x[1], x[x.length - 1]];
  if (first === undefined || last === undefined) return [0, 1];
  const half = second === undefined ? 0.5 : (second - first) / 2;
  return [first - half, last + half];
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The line of the present moment. */
function drawNow(u: uPlot): void {
  const x = u.valToPos(now.peek() / 1_000, 'x', true);
  if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
  u.ctx.save();
  u.ctx.strokeStyle = colour('--now');
  u.ctx.lineWidth = 2 * devicePixelRatio;
  u.ctx.beginPath();
  u.ctx.moveTo(x, u.bbox.top);
  u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
  u.ctx.stroke();
  u.ctx.restore();
}

function Reading({ bucket }: { bucket: Bucket }) {
  const words = w();
  return (
    <>
      {local(bucket.from)} – {local(bucket.to)}:{' '}
      {bucket.waiting ? <strong class="is-due">{number(bucket.waiting)} {words.ahead} </strong> : null}
      {bucket.ran ? <><strong class="has-run">{number(bucket.ran)} {words.ran}</strong>, {words.meanLate} {measured(bucket.latenessSumMs / bucket.ran)}, {words.maxLate} {measured(bucket.latenessMaxMs)}</> : null}
      {!bucket.waiting && !bucket.ran ? words.noneThen : null}
    </>
  );
}

function summary(buckets: readonly Bucket[]): string {
  const words = w();
  const sum = (of: (bucket: Bucket) => number): number => buckets.reduce((total, bucket) => total + of(bucket), 0);
  const worst = buckets.reduce((most, bucket) => Math.max(most, bucket.latenessMaxMs), 0);
  const ran = sum((bucket) => bucket.ran);
  return `${number(ran)} ${words.ran}${ran ? `, ${words.maxLate} ${measured(worst)}` : ''}; ${number(sum((bucket) => bucket.waiting))} ${words.ahead}`;
}

/** The same as numbers. */
function AsTable({ buckets }: { buckets: readonly Bucket[] }) {
  const words = w();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asTable}</summary>
      {isOpen ? (
        <table class="plain-table">
          <thead><tr><th scope="col">{words.from}</th><th scope="col">{words.ran}</th><th scope="col">{words.meanLate}</th><th scope="col">{words.maxLate}</th><th scope="col">{words.ahead}</th></tr></thead>
          <tbody>
            {buckets.filter((bucket) => bucket.ran || bucket.waiting).map((bucket) => (
              <tr key={bucket.from}>
                <th scope="row">{local(bucket.from)}</th>
                <td>{number(bucket.ran)}</td>
                <td>{bucket.ran ? measured(bucket.latenessSumMs / bucket.ran) : '–'}</td>
                <td>{bucket.ran ? measured(bucket.latenessMaxMs) : '–'}</td>
                <td>{number(bucket.waiting)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}
