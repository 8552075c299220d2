import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { language } from '../words';
import { now } from '../state/now';
import type { Bar } from './bars';
import { clock, DAY, HOUR, measured, MINUTE, number, SECOND } from './text';
import { theme } from './theme';

/** Steps of an axis of lateness, in ms. */
const LATE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 5 * DAY, 10 * DAY, 30 * DAY, 100 * DAY, 300 * DAY, 1_000 * DAY];

interface PlotProps {
  bars: readonly Bar[];
  kind: 'counts' | 'lateness';
  height: number;
  hover: number | null;
  onHover: (index: number | null) => void;
  onOpen: () => void;
  onSelect: (from: number, to: number) => void;
}

/** Bars of counts or of lateness over time, with a line at the present moment. */
export function Plot({ bars, kind, height, hover, onHover, onOpen, onSelect }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const acts = useRef({ onHover, onSelect });
  acts.current = { onHover, onSelect };

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = new uPlot(options(kind, element.clientWidth, height, acts), columns(kind, bars), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [language.value, theme.value, kind]);

  useEffect(() => plot.current?.setData(columns(kind, bars)), [bars, kind]);

  useEffect(() => {
    const u = plot.current;
    const x = hover === null ? undefined : u?.data[0][hover];
    if (!u || x === undefined) return;
    const left = u.valToPos(x, 'x');
    if (Math.abs((u.cursor.left ?? -10) - left) > 1) u.setCursor({ left, top: 10 }, false);
  }, [hover]);

  return <div class="chart" ref={box} aria-hidden="true" onClick={onOpen} />;
}

/** The columns of a chart, those in front last. Each reaches from the ground to its own top. */
function columns(kind: 'counts' | 'lateness', bars: readonly Bar[]): uPlot.AlignedData {
  const x = bars.map((bar) => (new Date(bar.from).getTime() + new Date(bar.to).getTime()) / 2_000);
  const column = (of: (bar: Bar) => number): (number | null)[] => bars.map((bar) => of(bar) || null);
  return kind === 'counts'
    ? [x, column((bar) => (bar.due ? bar.ran + bar.waiting : 0)), column((bar) => (bar.overdue ? bar.ran + bar.overdue : 0)), column((bar) => Math.max(bar.ran, bar.failed)), column((bar) => bar.failed)]
    : [x, bars.map((bar) => (bar.ran ? bar.latenessMaxMs : null)), bars.map((bar) => (bar.ran ? bar.latenessSumMs / bar.ran : null))];
}

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
      { ...axis, size: 76, space: kind === 'counts' ? 40 : 30, ...(kind === 'lateness' ? { incrs: LATE_STEPS } : {}), values: (_, ticks) => ticks.map((tick) => (kind === 'counts' ? (Number.isInteger(tick) ? number(tick) : '') : measured(tick))) },
    ],
    series: kind === 'counts' ? [{}, series('--delayed'), series('--overdue'), series('--done'), series('--dead')] : [{}, series('--late-max'), series('--late-mean')],
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
  if (first === undefined || last === undefined) return [now.peek() / 1_000 - 1, now.peek() / 1_000 + 1];
  const half = second === undefined ? 0.5 : (second - first) / 2;
  return [first - half, last + half];
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The line of the present moment. */
function drawNow(u: uPlot): void {
  const x = u.valToPos(now.peek() / 1_000, 'x', true);
  if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
  u.ctx.save();
  u.ctx.strokeStyle = colour('--text');
  u.ctx.lineWidth = 2 * devicePixelRatio;
  u.ctx.beginPath();
  u.ctx.moveTo(x, u.bbox.top);
  u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
  u.ctx.stroke();
  u.ctx.restore();
}
