import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export interface Column<R> {
  key: string;
  title: string;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** Left out where the page is narrow. */
  isExtra?: boolean;
  /** Its title is only heard, and rows are not sorted by it. */
  isSilent?: boolean;
  /** Where the page is narrow, its icons are enough. */
  isIcon?: boolean;
  /** Shown only where the page is wide. */
  isWide?: boolean;
  cell: (row: R) => ComponentChildren;
}

interface TableProps<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  href: (row: R) => string;
  sort?: { key: string; isAscending: boolean };
  onSort?: (key: string) => void;
  /** A second line of a row, over its whole width; empty for none. */
  second?: (row: R) => string;
  /** Called when the end of the rows comes into sight. */
  onEnd?: () => void;
  /** Gives each row a check box. */
  picks?: Picks<R>;
}

/** The rows that are picked, by their keys. Rows may come and go meanwhile. */
export interface Picks<R> {
  keys: ReadonlySet<string>;
  onPick: (keys: ReadonlySet<string>) => void;
  /** What the check box of a row is called; null for that of all rows. */
  name: (row: R | null) => string;
}

const LINE = 36;
const TWO_LINES = 58;
const BEYOND = 12;
/** How long after a scroll its place is kept in the history of the browser. */
const WRITE_MS = 200;

/** A table of any length: only the rows in sight are in the document. Arrow keys move, Enter opens, Space picks. */
export function Table<R>({ label, columns, rows, rowKey, href, sort, onSort, second, onEnd, picks }: TableProps<R>) {
  // All rows are equally high, so that it is known where each of them is.
  const hasSecond = useMemo(() => second !== undefined && rows.some(second), [rows]);
  const ROW = hasSecond ? TWO_LINES : LINE;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const left = useRef<number>(history.state?.top ?? 0);
  const [view, setView] = useState({ top: 0, height: 600 });
  // The row that the keys have reached stays the same one when rows change places.
  const [reached, setReached] = useState<Reached | null>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let writing: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      setView({ top: element.scrollTop, height: element.clientHeight });
      clearTimeout(writing);
      if (!left.current && element.scrollTop !== (history.state?.top ?? 0)) writing = setTimeout(() => history.replaceState({ top: element.scrollTop }, ''), WRITE_MS);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      clearTimeout(writing);
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  // Back leads to the row that was in sight, as soon as there are so many rows.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !left.current || !rows.length) return;
    element.scrollTop = left.current;
    if (element.scrollTop >= left.current - 1) left.current = 0;
  }, [rows.length]);

  const active = reached === null ? -1 : placeOf(reached, rows, rowKey);
  const first = Math.max(0, Math.floor(view.top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + BEYOND);

  useEffect(() => {
    if (onEnd && rows.length && last >= rows.length) onEnd();
  }, [last, rows.length]);

  /** Picks a row or gives it back; as a range, those between it and the one before. */
  const before = useRef<string | null>(null);
  const pick = (index: number, isRange: boolean): void => {
    const row = rows[index];
    if (!picks || row === undefined) return;
    const key = rowKey(row);
    const keys = new Set(picks.keys);
    const from = isRange ? rows.findIndex((each) => rowKey(each) === before.current) : -1;
    if (from >= 0) for (const each of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) keys.add(rowKey(each));
    else if (!keys.delete(key)) keys.add(key);
    before.current = key;
    picks.onPick(keys);
  };
  const areAllPicked = picks !== undefined && rows.length > 0 && rows.every((row) => picks.keys.has(rowKey(row)));

  const move = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, active + step));
      const row = rows[next];
      setReached(row === undefined ? null : { index: next, key: rowKey(row) });
      const element = box.current;
      if (element) {
        if (next * ROW < element.scrollTop) element.scrollTop = next * ROW;
        if ((next + 2) * ROW > element.scrollTop + element.clientHeight) element.scrollTop = (next + 2) * ROW - element.clientHeight;
      }
    }
    if (event.key === ' ' && picks && event.target === box.current) {
      event.preventDefault();
      pick(active, event.shiftKey);
    }
    const row = rows[active];
    if (event.key === 'Enter' && row !== undefined && event.target === box.current) location.hash = href(row);
  };

  return (
    <div class={hasSecond ? 'table two-lines' : 'table'} ref={box} tabIndex={0} role="group" aria-label={label} aria-activedescendant={active >= first && active < last ? `${id}-${active}` : undefined} onKeyDown={move}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {picks ? <th scope="col" class="pick"><input type="checkbox" aria-label={picks.name(null)} checked={areAllPicked} onClick={() => picks.onPick(new Set(areAllPicked ? [] : rows.map(rowKey)))} /></th> : null}
            {columns.map((column) => (
              <th key={column.key} scope="col" class={cellClass(column)} aria-sort={sort?.key === column.key ? (sort.isAscending ? 'ascending' : 'descending') : undefined}>
                {column.isSilent ? <span class="unseen">{column.title}</span> : onSort ? (
                  <button type="button" class="sort" onClick={() => onSort(column.key)}>
                    {column.title}
                    {sort?.key === column.key ? <span aria-hidden="true">{sort.isAscending ? '↑' : '↓'}</span> : null}
                  </button>
                ) : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 ? <tr aria-hidden="true" style={{ height: `${first * ROW}px` }} /> : null}
          {rows.slice(first, last).map((row, i) => (
            <tr key={rowKey(row)} id={`${id}-${first + i}`} aria-rowindex={first + i + 2} class={first + i === active ? 'active' : ''}>
              {picks ? <td class="pick"><input type="checkbox" aria-label={picks.name(row)} checked={picks.keys.has(rowKey(row))} onClick={(event) => pick(first + i, event.shiftKey)} /></td> : null}
              {columns.map((column, c) => (
                <td key={column.key} class={cellClass(column)}>
                  {c === 0 ? <a href={href(row)}>{column.cell(row)}</a> : column.cell(row)}
                  {c === 0 && second?.(row) ? <span class="second">{second(row)}</span> : null}
                </td>
              ))}
            </tr>
          ))}
          {last < rows.length ? <tr aria-hidden="true" style={{ height: `${(rows.length - last) * ROW}px` }} /> : null}
        </tbody>
      </table>
    </div>
  );
}

interface Reached {
  index: number;
  key: string;
}

function placeOf<R>({ index, key }: Reached, rows: readonly R[], rowKey: (row: R) => string): number {
  const there = rows[index];
  return there !== undefined && rowKey(there) === key ? index : rows.findIndex((row) => rowKey(row) === key);
}

function cellClass<R>(column: Column<R>): string {
  return [column.isNumber && 'number', column.isExtra && 'extra', column.isWide && 'wide', column.isIcon && 'icon', column.isSilent && 'trend'].filter(Boolean).join(' ');
}
