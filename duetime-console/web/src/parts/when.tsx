import { useState } from 'preact/hooks';
import { language, w } from '../words';
import { now } from '../state/now';
import { DAY, HOUR, isUtc, local, MINUTE, relative, SECOND, span, utc } from './text';
import { Field } from './field';

/** A time as the API takes it. */
export type When = { delay: string } | { dueAt: string };

const UNITS: Record<string, number> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY };
const PART = /(\d+)(ms|s|m|h|d)/g;

/** The longest delay that leads to a date, about 8,000 years. */
const LONGEST_MS = 250_000_000_000_000;

/** The length of a delay; null if the text is none. */
export function delayMs(text: string): number | null {
  const compact = text.replace(/\s+/g, '');
  if (!/^(\d+(ms|s|m|h|d))+$/.test(compact)) return null;
  let sum = 0;
  for (const [, n, unit] of compact.matchAll(PART)) sum += Number(n) * (UNITS[unit ?? ''] ?? 0);
  return sum <= LONGEST_MS ? sum : null;
}

/** Whether a text tells how far to shift. */
export const isDistance = (by: string): boolean => (delayMs(by.replace(/^-/, '')) ?? 0) > 0;

/**
 * The moment of a wall clock in a zone; where the clock is set back, the first of the two, and where it is set forward, as
 * much later as the clock is.
 */
export function momentIn(zone: string, wall: string): number | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const [before, after] = [-DAY, DAY].map((away) => asUtc - offsetMs(zone, asUtc + away)) as [number, number];
  const isThere = (at: number): boolean => at + offsetMs(zone, at) === asUtc;
  return isThere(before) || !isThere(after) ? before : after;
}

/** How far the clock of a zone is ahead of UTC. */
function offsetMs(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(new Date(at));
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(at / 1_000) * 1_000;
}

export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The zones to choose from, those of the reader first. */
export const zones = (first = LOCAL_ZONE): string[] => [...new Set([first, LOCAL_ZONE, 'UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])])];

interface WhenFieldProps {
  onWhen: (when: When | null) => void;
}

/** A delay, or a time in a zone, with a preview of when that is. */
export function WhenField({ onWhen }: WhenFieldProps) {
  const words = w();
  const [isDelay, setDelayed] = useState(true);
  const [delay, setDelay] = useState('10m');
  const [wall, setWall] = useState('');
  const [zone, setZone] = useState(LOCAL_ZONE);
  const change = (next: { isDelay?: boolean; delay?: string; wall?: string; zone?: string }): void => {
    const all = { isDelay, delay, wall, zone, ...next };
    setDelayed(all.isDelay);
    setDelay(all.delay);
    setWall(all.wall);
    setZone(all.zone);
    onWhen(whenOf(all));
  };
  const length = delayMs(delay);
  const at = isDelay ? (length === null ? null : now.value + length) : wall ? momentIn(zone, wall) : null;
  return (
    <fieldset class="when">
      <legend>{words.form.when}</legend>
      <div class="choice" role="group" aria-label={words.form.when}>
        <button type="button" aria-pressed={isDelay} onClick={() => change({ isDelay: true })}>{words.form.in}</button>
        <button type="button" aria-pressed={!isDelay} onClick={() => change({ isDelay: false })}>{words.form.at}</button>
      </div>
      {isDelay ? (
        <Field label={words.form.delay} hint={words.form.delayHint}><input value={delay} placeholder="10m" onInput={(event) => change({ delay: event.currentTarget.value })} /></Field>
      ) : (
        <>
          <Field label={words.at}><input type="datetime-local" step={1} value={wall} onInput={(event) => change({ wall: event.currentTarget.value })} /></Field>
          <Field label={words.form.zone}><select value={zone} onChange={(event) => change({ zone: event.currentTarget.value })}>
              {zones().map((each) => <option key={each} value={each}>{each === LOCAL_ZONE ? words.form.localZone(each) : each}</option>)}
            </select></Field>
        </>
      )}
      <p class="preview">{at === null ? words.form.invalid : <Preview at={at} zone={zone} />}</p>
      <p class="unseen" role="status">{at === null ? words.form.invalid : `${words.form.fires}: ${length === null || !isDelay ? local(at) : words.inTime(span(length))}`}</p>
    </fieldset>
  );
}

function whenOf(all: { isDelay: boolean; delay: string; wall: string; zone: string }): When | null {
  if (all.isDelay) {
    const length = delayMs(all.delay);
    // The API takes one unit.
    return length === null ? null : { delay: `${length}ms` };
  }
  const at = all.wall ? momentIn(all.zone, all.wall) : null;
  return at === null ? null : { dueAt: new Date(at).toISOString() };
}

function Preview({ at, zone }: { at: number; zone: string }) {
  const words = w();
  const there = new Intl.DateTimeFormat(language.value === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone: zone }).format(at);
  return (
    <>
      {words.form.fires}: <strong>{at < now.value ? words.form.atOnce : relative(at, now.value)}</strong><br />
      {zone === LOCAL_ZONE ? null : <>{there}<br /></>}
      {local(at)}{isUtc.value ? '' : ` (${LOCAL_ZONE})`}<br />
      <span class="muted">{utc(at)}</span>
      {at < now.value ? <><br /><strong>{words.form.past}</strong></> : null}
    </>
  );
}
