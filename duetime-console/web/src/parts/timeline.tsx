import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Bucket, Timeline as Counted } from '../api/types';
import { queuePath } from '../api/client';
import { w } from '../words';
import { language } from '../words';
import { useLoad } from './load';
import { told } from './now';
import { local, number, span } from './text';

export type Span = 'minute' | 'hour' | 'day' | 'week' | 'month';

export const SPANS: Record<Span, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};
const BUCKETS = 120;

interface TimelineProps {
  queue: string | null;
  span: Span;
  /** The middle of the picture, as milliseconds from now. */
  shift: number;
  onShift: (shift: number) => void;
  onOpen: (from: string, to: string) => void;
}

/** What ran and how late, at the left of now, and what is due at the right, in one picture. */
export function Timeline({ queue, span: length, shift, onShift, onOpen }: TimelineProps) {
  const [middle, setMiddle] = useState(Date.now());
  const half = SPANS[length];
  useEffect(() => {
    const timer = setInterval(() => setMiddle(Date.now()), Math.max(2_000, half / BUCKETS));
    setMiddle(Date.now());
    return () => clearInterval(timer);
  }, [half]);
  const from = new Date(middle + shift - half).toISOString();
  const to = new Date(middle + shift + half).toISOString();
  const path = queue === null ? 'v1/timeline' : queuePath(queue, '/timeline');
  const { data, failure } = useLoad<Counted>(path, { from, to, buckets: BUCKETS });
  const shown = useRef<Counted | null>(null);
  if (data) {
    shown.current = data;
    told(data.now);
  }
  const words = w();
  return (
    <div class="timeline">
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <Chart counted={shown.current} onOpen={onOpen} onPan={(part) => onShift(shift + part * half)} />
      <div class="bar">
        <button type="button" onClick={() => onShift(shift - half)} aria-label={`← ${span(half)}`}>← {span(half)}</button>
        <button type="button" onClick={() => onShift(0)} disabled={shift === 0}>{words.now}</button>
        <button type="button" onClick={() => onShift(shift + half)} aria-label={`${span(half)} →`}>{span(half)} →</button>
      </div>
    </div>
  );
}

interface ChartProps {
  counted: Counted | null;
  onOpen: (from: string, to: string) => void;
  onPan: (part: number) => void;
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function Chart({ counted, onOpen, onPan }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const buckets = useRef<Bucket[]>([]);
  const [hover, setHover] = useState<Bucket | null>(null);
  const words = w();

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const bars = uPlot.paths.bars?.({ size: [0.9, 40], align: 1 });
    const axis = { stroke: () => colour('--muted'), grid: { stroke: () => colour('--line'), width: 1 }, ticks: { stroke: () => colour('--line') } };
    const bar = (label: string, name: string): uPlot.Series => ({
      label,
      fill: () => colour(name),
      stroke: () => colour(name),
      width: 0,
      points: { show: false },
      ...(bars ? { paths: bars } : {}),
    });
    const made = new uPlot(
      {
        width: element.clientWidth,
        height: 280,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(1, max)] } },
        axes: [axis, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => number(tick)) }],
        series: [{}, bar(words.ran, '--done'), bar(words.ahead, '--delayed')],
        hooks: {
          setCursor: [(u) => setHover(u.cursor.idx === null || u.cursor.idx === undefined ? null : (buckets.current[u.cursor.idx] ?? null))],
          draw: [drawNow],
        },
      },
      [[], [], []],
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 280 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [language.value]);

  useEffect(() => {
    if (!counted || !plot.current) return;
    buckets.current = counted.buckets;
    plot.current.setData([
      counted.buckets.map((bucket) => new Date(bucket.from).getTime() / 1_000),
      counted.buckets.map((bucket) => bucket.ran || null),
      counted.buckets.map((bucket) => bucket.waiting || null),
    ] as uPlot.AlignedData);
  }, [counted]);

  const open = (): void => {
    if (hover) onOpen(hover.from, hover.to);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') onPan(-0.25);
    if (event.key === 'ArrowRight') onPan(0.25);
  };
  return (
    <>
      <div class="chart" ref={box} role="img" tabIndex={0} aria-label={summary(counted)} onClick={open} onKeyDown={keys} />
      <p class="reading" aria-live="off">
        {hover ? <Reading bucket={hover} /> : <span class="muted">{summary(counted)}</span>}
      </p>
    </>
  );
}

function Reading({ bucket }: { bucket: Bucket }) {
  const words = w();
  const mean = bucket.ran ? bucket.latenessSumMs / bucket.ran : 0;
  return (
    <>
      {local(bucket.from)} – {local(bucket.to)}: {bucket.waiting ? <strong>{number(bucket.waiting)} {words.ahead} </strong> : null}
      {bucket.ran ? <>{number(bucket.ran)} {words.ran}, {words.meanLate} {span(mean)}, {words.maxLate} {span(bucket.latenessMaxMs)}</> : null}
    </>
  );
}

function summary(counted: Counted | null): string {
  const words = w();
  if (!counted) return '';
  const sum = (of: (bucket: Bucket) => number): number => counted.buckets.reduce((total, bucket) => total + of(bucket), 0);
  return `${number(sum((b) => b.waiting))} ${words.ahead}; ${number(sum((b) => b.ran))} ${words.ran}`;
}

function drawNow(u: uPlot): void {
  const x = u.valToPos(Date.now() / 1_000, 'x', true);
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
