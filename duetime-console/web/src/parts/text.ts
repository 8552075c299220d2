import { effect, signal } from '@preact/signals';
import { language, w } from '../words';

const ZONE = 'duetime-zone';

/** Whether moments are told in UTC instead of the reader's zone. */
export const isUtc = signal(localStorage.getItem(ZONE) === 'utc');
effect(() => localStorage.setItem(ZONE, isUtc.value ? 'utc' : 'local'));

const zoned = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions => (isUtc.value ? { ...options, timeZone: 'UTC' } : options);

const tag = (): string => (language.value === 'zh' ? 'zh-CN' : 'en-GB');

// Making a format is slow, so that each is made once.
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function format<F extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: (tag: string) => F): F {
  const key = `${name} ${tag()} ${isUtc.value}`;
  let known = formats.get(key);
  if (!known) {
    known = make(tag());
    formats.set(key, known);
  }
  return known as F;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const number = (n: number): string => format('number', (t) => new Intl.NumberFormat(t)).format(n);

const UNITS: readonly [keyof ReturnType<typeof w>['units'], number][] = [
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
];

/** A length of time in its two largest units. */
export function span(ms: number): string {
  const names = w().units;
  let rest = Math.abs(ms);
  if (rest < 1_000) return `${rest > 0 && rest < 10 ? Number(rest.toFixed(1)) : Math.round(rest)} ${names.ms}`;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const whole = Math.floor(rest / size);
    if (whole > 0 || parts.length) {
      if (whole > 0) parts.push(`${whole} ${names[unit]}`);
      rest -= whole * size;
      if (parts.length === 2 || unit === 's') break;
    }
  }
  return parts.slice(0, 2).join(' ');
}

/** A length of time that was measured: up to 10 s with tenths. */
export function measured(ms: number): string {
  return ms >= 1_000 && ms < 10_000 ? `${Number((ms / 1_000).toFixed(1))} ${w().units.s}` : span(ms);
}

export function relative(moment: string | number | Date, now: number): string {
  const ms = new Date(moment).getTime() - now;
  return ms >= 0 ? w().inTime(span(ms)) : w().ago(span(ms));
}

export function local(moment: string | number | Date): string {
  return format('local', (t) => new Intl.DateTimeFormat(t, zoned({ dateStyle: 'medium', timeStyle: 'medium' }))).format(new Date(moment)) + (isUtc.value ? ' UTC' : '');
}

/** A moment on an axis that shows so much time. */
export function clock(moment: number, shownMs: number): string {
  const wanted: Intl.DateTimeFormatOptions =
    shownMs > 4 * DAY
      ? { day: 'numeric', month: 'short' }
      : shownMs > 20 * HOUR
        ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
        : shownMs > 10 * MINUTE
          ? { hour: '2-digit', minute: '2-digit' }
          : { hour: '2-digit', minute: '2-digit', second: '2-digit' };
  return format(JSON.stringify(wanted), (t) => new Intl.DateTimeFormat(t, zoned(wanted))).format(new Date(moment));
}

export const utc = (moment: string | number | Date): string => new Date(moment).toISOString().replace('T', ' ').replace('Z', ' UTC');

/** Bytes of base64. */
export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** A text as base64 of its UTF-8. */
export function base64Of(text: string): string {
  let chars = '';
  for (const byte of new TextEncoder().encode(text)) chars += String.fromCharCode(byte);
  return btoa(chars);
}

export function hex(bytes: Uint8Array, most = 4_096): string {
  const lines: string[] = [];
  for (let i = 0; i < Math.min(bytes.length, most); i += 16) {
    const row = [...bytes.subarray(i, i + 16)];
    const codes = row.map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const letters = row.map((b) => (b >= 32 && b < 127 ? String.fromCharCode(b) : '.')).join('');
    lines.push(`${i.toString(16).padStart(8, '0')}  ${codes.padEnd(47)}  ${letters}`);
  }
  return lines.join('\n');
}

/** A text as one word of a POSIX shell. */
export const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
