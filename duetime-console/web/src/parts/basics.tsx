import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Finding, State } from '../api/types';
import { w } from '../words';
import { now } from '../state/now';
import { local, relative, utc } from './text';
import { Field } from './field';

/** States differ in shape as well as in colour. */
const SHAPES: Record<State, string> = {
  DELAYED: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm-.7 1.2h1.4v2.6l1.9 1.1-.7 1.2-2.6-1.5Z',
  READY: 'M4 2.5v11l9.5-5.5Z',
  RUNNING: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2v8a4 4 0 0 1 0-8Z',
  DEAD: 'M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5Zm.6 3.1L4.6 5.6 7 8l-2.4 2.4 1 1L8 9l2.4 2.4 1-1L9 8l2.4-2.4-1-1L8 7Z',
  DONE: 'm6.3 12.8-4-4 1.5-1.5 2.5 2.5 6-6 1.5 1.5Z',
  CANCELLED: 'M2.5 7h11v2h-11Z',
};

export function StateMark({ state, bare = false }: { state: State; bare?: boolean }) {
  return (
    <span class={`state state-${state.toLowerCase()}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden={!bare} {...(bare ? { role: 'img', 'aria-label': w().state[state] } : {})}>
        <path fill="currentColor" fill-rule="evenodd" d={SHAPES[state]} />
      </svg>
      {bare ? null : w().state[state]}
    </span>
  );
}

interface MomentProps {
  at: string | null | undefined;
  both?: boolean;
  /** It was past when the server told it. */
  isPast?: boolean;
  /** It was to come when the server told it. */
  isNext?: boolean;
}

/**
 * A moment as the reader thinks of it, with both absolute forms in the tip. One that is known to be past is never shown as
 * one to come, although the clock of the page moves a second at a time.
 */
export function Moment({ at, both = false, isPast = false, isNext = false }: MomentProps) {
  if (!at) return <span class="muted">–</span>;
  const millis = new Date(at).getTime();
  return (
    <time dateTime={at} title={`${local(at)}\n${utc(at)}`}>
      {isNext && millis <= now.value ? w().now : relative(at, isPast ? Math.max(now.value, millis + 1) : now.value)}
      {both ? <span class="muted"> · {local(at)}</span> : null}
    </time>
  );
}

/** Copies a text; also where the browser has no clipboard for pages that are not secure. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement('textarea');
    box.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(box);
    box.select();
    document.execCommand('copy');
    box.remove();
  }
  tell({ text: w().copied });
}

/** A command, with a button that copies it. */
export function CopyLine({ text }: { text: string }) {
  return (
    <span class="copy-line">
      <code>{text}</code>
      <button type="button" class="quiet" onClick={() => void copy(text)} aria-label={`${w().copy}: ${text}`}>{w().copy}</button>
    </span>
  );
}

interface TitleProps {
  text: string;
  isId?: boolean;
}

/** The name of what the page shows, in full, with a button that copies it. */
export function Title({ text, isId = false }: TitleProps) {
  return (
    <div class="title">
      <h1 class={isId ? 'mono' : ''}>{text}</h1>
      <button type="button" class="quiet" aria-label={`${w().copy}: ${text}`} onClick={() => void copy(text)}>{w().copy}</button>
    </div>
  );
}

export function Empty({ text, command }: { text: string; command?: string }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {command ? <CopyLine text={command} /> : null}
    </div>
  );
}

/** Rows that are being read. */
export const Skeleton = () => <div class="skeleton" role="status"><span class="unseen">{w().find.reading}</span></div>;

const VERDICTS: Record<Finding['verdict'], string> = { OK: '✓', WARNING: '▲', FAILURE: '✕', UNKNOWN: '?' };

export function FindingLine({ finding }: { finding: Finding }) {
  return (
    <li class={`finding finding-${finding.verdict.toLowerCase()}`}>
      <span class="verdict" aria-hidden="true">{VERDICTS[finding.verdict]}</span> <strong>{finding.check}</strong> <span class="badge">{w().verdicts[finding.verdict]}</span> {finding.message}
      {finding.remedy ? <p class="muted">{w().remedy}: {finding.remedy}</p> : null}
    </li>
  );
}

interface SparklineProps {
  in: readonly number[];
  out: readonly number[];
  label: string;
}

/** What came (dashed) and what was done as lines; they tell a tendency, the numbers beside them tell the rest. */
export function Sparkline({ in: came, out, label }: SparklineProps) {
  const high = Math.max(1, ...came, ...out);
  const points = (values: readonly number[]): string => values.map((value, i) => `${((i * 80) / (values.length - 1)).toFixed(1)},${(19 - (18 * value) / high).toFixed(1)}`).join(' ');
  return (
    <svg class="spark" viewBox="0 0 80 20" width="80" height="20" role="img" aria-label={label}>
      <polyline points={points(came)} fill="none" stroke="currentColor" stroke-width="1" stroke-dasharray="2 2" />
      <polyline points={points(out)} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}

interface DialogProps {
  title: string;
  /** Only its button closes it, as what it shows is shown once. */
  isKept?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** The dialogs that are open, the uppermost last. */
const dialogs = signal<readonly symbol[]>([]);

/** Whether a dialog has the keys now. The browser closes a dialog before it tells this page. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** A modal dialog; the browser keeps the focus in it, Escape closes it, and then the focus is where it was before. */
export function Dialog({ title, isKept = false, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [self] = useState(() => Symbol(title));
  // What was told before belongs to the page.
  const [old] = useState(note.peek());
  const isGone = useRef(false);
  // Not after the next picture: keys may come before it.
  useLayoutEffect(() => {
    box.current?.showModal();
    dialogs.value = [...dialogs.peek(), self];
    return () => {
      isGone.current = true;
      // Only a dialog that is closed gives the focus back.
      box.current?.close();
      dialogs.value = dialogs.peek().filter((each) => each !== self);
    };
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onKeyDown={(event) => { if (isKept && event.key === 'Escape') event.preventDefault(); }} onClose={() => { if (!isGone.current) onClose(); }}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" onClick={() => box.current?.close()}>{w().close}</button>
      </header>
      {children}
      <NoteLine isShown={dialogs.value.at(-1) === self && note.value !== old} />
    </dialog>
  );
}

interface TypedConfirmationProps {
  title: string;
  label: string;
  /** What is to be typed. */
  wanted: string;
  onClose: () => void;
  onConfirmed: () => void;
  children?: ComponentChildren;
}

/** Asks for a text before something that cannot be undone. */
export function TypedConfirmation({ title, label, wanted, onClose, onConfirmed, children }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() === wanted.trim();
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form class="form" onSubmit={(event) => { event.preventDefault(); if (isTyped) onConfirmed(); }}>
        <Field label={<>{label}: <strong class="mono">{wanted}</strong></>}><input autoComplete="off" autoFocus value={typed} onInput={(event) => setTyped(event.currentTarget.value)} /></Field>
        <button type="submit" class="danger" disabled={!isTyped}>{title}</button>
      </form>
    </Dialog>
  );
}

export interface Note {
  text: string;
  isFailure?: boolean;
  /** Takes the action back; a text that it answers says what became of that. */
  undo?: () => Promise<unknown>;
}

const note = signal<Note | null>(null);
let noteTimer: ReturnType<typeof setTimeout> | undefined;

/** How long a note is shown, and one that can be undone. */
const SHOWN_MS = 10_000;
const UNDO_MS = 60_000;

/** Tells what became of an action; with an undo where there is one. */
export function tell(next: Note): void {
  note.value = next;
  leave(next);
}

/** Lets a note go after its time, but no failure. It waits while the pointer or the focus is on it, as many need more time to read and act. */
function leave(told: Note): void {
  clearTimeout(noteTimer);
  if (told.isFailure) return;
  noteTimer = setTimeout(() => {
    note.value = null;
  }, told.undo ? UNDO_MS : SHOWN_MS);
}

const stay = (): void => clearTimeout(noteTimer);

export function failed(failure: unknown): void {
  tell({ text: failure instanceof Error ? failure.message : String(failure), isFailure: true });
}

/** Takes away what was told, as it is no longer true. */
export function forget(): void {
  note.value = null;
}

function undo(told: Note): void {
  note.value = null;
  told.undo?.().then((text) => tell({ text: typeof text === 'string' ? text : w().undone }), failed);
}

/** What became of the last action, where no dialog is open. */
export const Notes = () => <NoteLine isShown={dialogs.value.length === 0} />;

/** All but the uppermost dialog is out of reach, so it tells the note itself. */
function NoteLine({ isShown }: { isShown: boolean }) {
  const told = isShown ? note.value : null;
  return (
    <div class="notes" role="status" aria-live="polite">
      {told ? (
        <div class={told.isFailure ? 'note note-failure' : 'note'} onMouseEnter={stay} onFocusIn={stay} onMouseLeave={() => leave(told)} onFocusOut={() => leave(told)}>
          <span>{told.text}</span>
          {told.undo ? <button type="button" class="quiet" onClick={() => undo(told)}>{w().undo}</button> : null}
          <button type="button" class="quiet" onClick={() => { note.value = null; }}>{w().dismiss}</button>
        </div>
      ) : null}
    </div>
  );
}
