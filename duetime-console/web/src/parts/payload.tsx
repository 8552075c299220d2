import { useState } from 'preact/hooks';
import type { Job } from '../api/types';
import { w } from '../words';
import { bytesOf, hex, number } from './text';

type Form = 'json' | 'text' | 'hex';

/** How much of a payload is drawn; the download has all. */
const MOST_TEXT = 100_000;
const MOST_HEX = 16_384;
/** Longer lists and deeper parts begin folded. */
const OPEN_DEPTH = 3;
const OPEN_ENTRIES = 50;
const MOST_ENTRIES = 1_000;

/** A number as it is written, which a double could not hold. */
class Written {
  constructor(readonly text: string) {}
}

function parsed(text: string): unknown {
  const read = JSON.parse as (text: string, take: (name: string, value: unknown, at?: { source?: string }) => unknown) => unknown;
  return read(text, (_, value, at) => (typeof value === 'number' && at?.source !== undefined && at.source !== String(value) ? new Written(at.source) : value));
}

function jsonOf(job: Job, text: string): { value: unknown } | null {
  if (!/\bjson\b/.test(job.contentType ?? '')) return null;
  try {
    return { value: parsed(text) };
  } catch {
    return null;
  }
}

/**
 * The text of bytes; null if they are not UTF-8.
 *
 * @param isExact whether a byte order mark is part of it
 */
export function textOf(bytes: Uint8Array, isExact = false): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: isExact }).decode(bytes);
  } catch {
    return null;
  }
}

/** What a job carries: as folded JSON, as text or as bytes. */
export function Payload({ job }: { job: Job }) {
  const words = w();
  const [chosen, setChosen] = useState<Form | null>(null);
  if (job.payloadBase64 === undefined) return <section><h2>{words.payload}</h2><p class="muted">{words.masked}</p></section>;
  const bytes = bytesOf(job.payloadBase64);
  const text = textOf(bytes);
  const json = text === null ? null : jsonOf(job, text);
  const forms: Form[] = [...(json ? ['json' as const] : []), ...(text === null ? [] : ['text' as const]), 'hex'];
  const form = chosen ?? forms[0] ?? 'hex';
  const names: Record<Form, string> = { json: words.asJson, text: words.asText, hex: words.asHex };
  const isShortened = (form === 'text' && (text?.length ?? 0) > MOST_TEXT) || (form === 'hex' && bytes.length > MOST_HEX);
  return (
    <section>
      <h2>{words.payload}</h2>
      <div class="bar">
        <div class="choice" role="group" aria-label={words.payload}>
          {forms.map((each) => <button key={each} type="button" aria-pressed={each === form} onClick={() => setChosen(each)}>{names[each]}</button>)}
        </div>
        <span class="muted">{words.bytes(number(bytes.length))}{job.contentType ? ` · ${job.contentType}` : ''}</span>
        <button type="button" class="quiet" onClick={() => save(bytes, job.id)}>{words.download}</button>
      </div>
      {bytes.length === 0 ? <p class="muted">{words.noPayload}</p> : (
        <pre class="payload" tabIndex={0} aria-label={words.payload}>
          {form === 'json' && json ? <Json value={json.value} /> : form === 'text' ? text?.slice(0, MOST_TEXT) : hex(bytes, MOST_HEX)}
        </pre>
      )}
      {isShortened ? <p class="muted">{words.shortened}</p> : null}
    </section>
  );
}

function save(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice().buffer], { type: 'application/octet-stream' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  // An id may end like a page or a program, which must not be opened as one.
  anchor.download = `${name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')}.bin`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function Json({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (value instanceof Written) return <span class="json-number">{value.text}</span>;
  if (value === null || typeof value !== 'object') return <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>;
  return <Branch value={value} depth={depth} />;
}

/** A list or an object; its entries are drawn when it is open. */
function Branch({ value, depth }: { value: object; depth: number }) {
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = isList ? value.map((each, i) => [String(i), each]) : Object.entries(value);
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH && entries.length <= OPEN_ENTRIES);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (!entries.length) return <>{open}{close}</>;
  return (
    <details class="json" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{open}<span class="folded"> {number(entries.length)} {close}</span></summary>
      {isOpen ? (
        <>
          {entries.slice(0, MOST_ENTRIES).map(([name, each]) => (
            <div key={name} class="json-entry">{isList ? null : <><span class="json-name">{JSON.stringify(name)}</span>: </>}<Json value={each} depth={depth + 1} /></div>
          ))}
          {entries.length > MOST_ENTRIES ? <div class="json-entry muted">…</div> : null}
          <span class="json-close">{close}</span>
        </>
      ) : null}
    </details>
  );
}

/** A text with the line ends of another one: a text field knows only LF, so CRLF comes back where it was before. */
export const withEndsOf = (before: string, text: string): string => (before.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text);
