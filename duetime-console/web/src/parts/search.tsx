import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Changed, Job, TaggedQueue } from '../api/types';
import { change, type Selection } from '../pages/bulk';
import { may, maySomewhere } from '../state/caller';
import { names } from '../state/live';
import { link, place } from '../state/route';
import { w } from '../words';
import { Dialog, failed, Moment, StateMark } from './basics';
import { Field } from './field';
import { number } from './text';
import { isDistance } from './when';

interface Found {
  jobs: Job[];
  queues?: TaggedQueue[];
  examined?: number;
  complete: boolean;
  cursor?: string | null;
}

type Kind = 'cancel' | 'shift' | 'redrive';

const TYPING_MS = 250;
const MOST_QUEUES = 8;
/** A scan for a text ends with so many jobs; another word finds the others. */
const ENOUGH = 200;

/** Whether the search is open. */
export const isSearching = signal(false);

const search = (query: Record<string, string>, signal: AbortSignal): Promise<Found> => call('GET', 'v1/search', { query, signal });

/** Finds queues by name and jobs of all queues by id, tag or text; arrow keys move, Enter opens. */
export function Search() {
  const words = w();
  const [text, setText] = useState('');
  const [byId, setById] = useState<Found | null>(null);
  const [byTag, setByTag] = useState<Found | null>(null);
  const [scan, setScan] = useState<Found | null>(null);
  const [isReading, setReading] = useState(false);
  const [asked, setAsked] = useState<{ kind: Kind; chosen: readonly Chosen[] } | null>(null);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const reading = useRef<AbortController | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = text.trim();

  const read = async (work: (end: AbortSignal) => Promise<void>): Promise<void> => {
    clearTimeout(typing.current);
    reading.current?.abort();
    const end = new AbortController();
    reading.current = end;
    setReading(true);
    try {
      await work(end.signal);
    } catch (failure) {
      if (!end.signal.aborted) failed(failure);
    }
    if (reading.current === end) setReading(false);
  };
  const readNames = (): Promise<void> => read(async (end) => {
    const [ids, tags] = await Promise.all([search({ id: wanted }, end), search({ tag: wanted }, end)]);
    if (end.aborted) return;
    setById(ids);
    setByTag(tags);
  });
  const readTexts = (): Promise<void> => read(async (end) => {
    const all: Found = { jobs: [], examined: 0, complete: false };
    let cursor = '';
    do {
      const next = await search({ text: wanted, cursor }, end);
      all.jobs = [...all.jobs, ...next.jobs];
      all.examined = (all.examined ?? 0) + (next.examined ?? 0);
      all.complete = next.complete;
      cursor = next.cursor ?? '';
      if (!end.aborted) setScan({ ...all });
    } while (cursor && all.jobs.length < ENOUGH && !end.aborted);
  });

  // With the text, not after it is painted: that would end a search which was begun meanwhile.
  useLayoutEffect(() => {
    reading.current?.abort();
    setReading(false);
    setScan(null);
    setById(null);
    setByTag(null);
    setKeys(new Set());
    if (!wanted) return undefined;
    typing.current = setTimeout(() => void readNames(), TYPING_MS);
    return () => clearTimeout(typing.current);
  }, [wanted]);
  useEffect(() => () => reading.current?.abort(), []);
  // What was found is opened behind the dialog.
  const [opened] = useState(place.peek());
  useEffect(() => {
    if (place.value !== opened) isSearching.value = false;
  }, [place.value]);

  const queues = wanted ? names.value.filter((name) => name.toLowerCase().includes(wanted.toLowerCase())).slice(0, MOST_QUEUES) : [];
  const tagged = byTag?.queues ?? [];
  const jobs = [...(byId?.jobs ?? []), ...(byTag?.jobs ?? []), ...(scan?.jobs ?? [])]
    .filter((job, i, all) => all.findIndex((other) => other.queue === job.queue && other.id === job.id) === i);
  const picked = jobs.filter((job) => keys.has(keyOf(job)));
  const mayChange = maySomewhere('produce') || maySomewhere('admin');
  const isNothing = byId !== null && !isReading && !queues.length && !jobs.length;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || asked) return;
    const box = event.currentTarget as HTMLElement;
    const all = [...box.querySelectorAll<HTMLElement>('input[type=search], a')];
    const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    next?.focus();
  };

  return (
    <Dialog title={words.find.title} onClose={() => { isSearching.value = false; }}>
      {asked ? <ChangeChosen {...asked} onClose={() => setAsked(null)} /> : (
        <div class="form" onKeyDown={move}>
          <form onSubmit={(event) => { event.preventDefault(); document.querySelector<HTMLElement>('dialog ul a')?.click(); }}>
            <Field label={words.find.what} hint={words.find.hint}><input type="search" autoComplete="off" autoFocus value={text} onInput={(event) => setText(event.currentTarget.value)} /></Field>
          </form>
          {queues.length ? <ul class="plain">{queues.map((name) => <li key={name}><a class="name" href={link(['queues', name])}>{words.queue} {name}</a></li>)}</ul> : null}
          {jobs.length ? <ul class="plain">{jobs.map((job) => (
            <li key={keyOf(job)}>{mayChange ? <input type="checkbox" class="inline" aria-label={words.bulk.pick(job.id)} checked={keys.has(keyOf(job))} onClick={() => setKeys(toggled(keys, keyOf(job)))} /> : null} <a class="pair mono" href={link(['queues', job.queue, 'jobs', job.id])}><span class="name">{job.queue}</span> / <span class="name">{job.id}</span></a> <StateMark state={job.state} /> <Moment at={job.endedAt ?? job.dueAt} both /></li>
          ))}</ul> : null}
          {picked.length ? <Actions title={words.bulk.picked(number(picked.length))} of={(kind) => among(kind, picked)} onAsk={setAsked} /> : null}
          {tagged.length ? (
            <section>
              <h3 class="name">{words.tag}: {wanted}</h3>
              <ul class="plain">{tagged.map((each) => <li key={each.queue}><a class="name" href={link(['queues', each.queue, 'jobs'], { tag: wanted })}>{each.queue}</a> <span class="muted">{words.find.counts(number(each.waiting), number(each.dead))}</span></li>)}</ul>
              <Actions title={words.find.inAll} of={(kind) => withTag(kind, wanted, tagged)} onAsk={setAsked} />
            </section>
          ) : null}
          <p class="muted" role="status">{isReading ? words.find.reading : isNothing ? words.find.nothing : ''} {scan ? words.find.examined(number(scan.examined ?? 0), scan.complete) : ''}</p>
          <div class="bar">
            {wanted && maySomewhere('payload') ? <button type="button" disabled={isReading} onClick={() => void readTexts()}>{words.find.inTexts}</button> : null}
            {isReading ? <button type="button" class="danger" onClick={() => { reading.current?.abort(); setReading(false); }}>{words.stop}</button> : null}
          </div>
        </div>
      )}
    </Dialog>
  );
}

const keyOf = (job: Job): string => `${job.queue} ${job.id}`;

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Jobs of a queue that are to be changed. */
interface Chosen {
  queue: string;
  count: number;
  selection: Selection;
}

/** Those that have something to change, by this caller. */
const allowed = (kind: Kind, all: readonly Chosen[]): Chosen[] => all.filter(({ queue, count }) => count > 0 && may(kind === 'redrive' ? 'admin' : 'produce', queue));

const withTag = (kind: Kind, tag: string, queues: readonly TaggedQueue[]): Chosen[] =>
  allowed(kind, queues.map(({ queue, dead, waiting }) => ({ queue, count: kind === 'redrive' ? dead : waiting, selection: { tag } })));

function among(kind: Kind, jobs: readonly Job[]): Chosen[] {
  const states = kind === 'redrive' ? ['DEAD'] : ['DELAYED', 'READY'];
  const some = jobs.filter(({ state }) => states.includes(state));
  return allowed(kind, [...new Set(some.map(({ queue }) => queue))].map((queue) => {
    const ids = some.filter((job) => job.queue === queue).map(({ id }) => id);
    return { queue, count: ids.length, selection: { ids } };
  }));
}

interface ActionsProps {
  title: string;
  of: (kind: Kind) => readonly Chosen[];
  onAsk: (asked: { kind: Kind; chosen: readonly Chosen[] }) => void;
}

function Actions({ title, of, onAsk }: ActionsProps) {
  return (
    <div class="bar actions" role="group" aria-label={title}>
      <span class="muted">{title}:</span>
      {(['shift', 'cancel', 'redrive'] as const).map((kind) => ({ kind, chosen: of(kind) })).filter(({ chosen }) => chosen.length).map((asked) => <button key={asked.kind} type="button" class={asked.kind === 'cancel' ? 'danger' : ''} onClick={() => onAsk(asked)}>{w()[asked.kind]}</button>)}
    </div>
  );
}

interface ChangeChosenProps {
  kind: Kind;
  chosen: readonly Chosen[];
  onClose: () => void;
}

/** Changes jobs of several queues: those of a filter with a task for each. */
function ChangeChosen({ kind, chosen: mine, onClose }: ChangeChosenProps) {
  const words = w();
  const [by, setBy] = useState('2h');
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState<{ queue: string; answer: Changed | string }[] | null>(null);
  const [isBeginning, setBeginning] = useState(false);
  const count = mine.reduce((sum, each) => sum + each.count, 0);
  const wanted = kind === 'cancel' ? String(count) : '';
  const isReady = typed === wanted && (kind !== 'shift' || isDistance(by)) && !isBeginning;
  const begin = async (): Promise<void> => {
    setBeginning(true);
    setDone(await Promise.all(mine.map(async ({ queue, selection }) => {
      try {
        return { queue, answer: await change(queue, kind, selection, { by }, false) };
      } catch (failure) {
        return { queue, answer: failure instanceof Error ? failure.message : String(failure) };
      }
    })));
  };
  if (done) {
    return (
      <ul class="plain" role="status">{done.map(({ queue, answer }) => (
        <li key={queue}><strong class="name">{queue}</strong> {typeof answer === 'string' ? <span class="failure">{answer}</span> : answer.id ? <a href={link(['tasks', answer.id])}>{words.bulk.open}</a> : words.bulk.done(words[kind], number(answer.changed))}</li>
      ))}</ul>
    );
  }
  return (
    <form class="form" onSubmit={(event) => { event.preventDefault(); if (isReady) void begin(); }}>
      <p><strong>{words.bulk.would(number(count), words[kind])}</strong> {words.find.each(number(mine.length))}</p>
      <ul class="plain">{mine.map((each) => <li key={each.queue}><span class="name">{each.queue}</span> <span class="muted">{number(each.count)}</span></li>)}</ul>
      {kind === 'shift' ? <Field label={words.bulk.by} hint={words.bulk.byHint} wrong={isDistance(by) ? null : words.bulk.byWrong}><input autoFocus autoComplete="off" value={by} onInput={(event) => setBy(event.currentTarget.value)} /></Field> : null}
      {wanted ? <Field label={words.bulk.type(wanted)}><input autoFocus inputMode="numeric" autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} /></Field> : null}
      <div class="bar">
        <button type="submit" class={kind === 'cancel' ? 'danger' : 'primary'} disabled={!isReady}>{words.bulk.go(words[kind], number(count))}</button>
        <button type="button" class="quiet" onClick={onClose}>{words.find.back}</button>
      </div>
    </form>
  );
}
