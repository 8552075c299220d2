import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Changed, Job, TaggedQueue } from '../api/types';
import { change } from '../pages/bulk';
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
  const [asked, setAsked] = useState<Kind | null>(null);
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

  useEffect(() => {
    reading.current?.abort();
    setReading(false);
    setScan(null);
    setById(null);
    setByTag(null);
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
  const isNothing = byId !== null && !isReading && !queues.length && !jobs.length;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || asked) return;
    const box = event.currentTarget as HTMLElement;
    const all = [...box.querySelectorAll<HTMLElement>('input, a')];
    const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    next?.focus();
  };

  return (
    <Dialog title={words.find.title} onClose={() => { isSearching.value = false; }}>
      {asked ? <ChangeTagged kind={asked} tag={wanted} queues={tagged} onClose={() => setAsked(null)} /> : (
        <div class="form" onKeyDown={move}>
          <form onSubmit={(event) => { event.preventDefault(); document.querySelector<HTMLElement>('dialog ul a')?.click(); }}>
            <Field label={words.find.what} hint={words.find.hint}><input type="search" autoComplete="off" autoFocus value={text} onInput={(event) => setText(event.currentTarget.value)} /></Field>
          </form>
          {queues.length ? <ul class="plain">{queues.map((name) => <li key={name}><a class="name" href={link(['queues', name])}>{words.queue} {name}</a></li>)}</ul> : null}
          {jobs.length ? <ul class="plain">{jobs.map((job) => (
            <li key={`${job.queue} ${job.id}`}><a class="pair mono" href={link(['queues', job.queue, 'jobs', job.id])}><span class="name">{job.queue}</span> / <span class="name">{job.id}</span></a> <StateMark state={job.state} /> <Moment at={job.endedAt ?? job.dueAt} both /></li>
          ))}</ul> : null}
          {tagged.length ? (
            <section>
              <h3 class="name">{words.tag}: {wanted}</h3>
              <ul class="plain">{tagged.map((each) => <li key={each.queue}><a class="name" href={link(['queues', each.queue, 'jobs'], { tag: wanted })}>{each.queue}</a> <span class="muted">{words.find.counts(number(each.waiting), number(each.dead))}</span></li>)}</ul>
              <div class="bar actions" role="group" aria-label={words.find.inAll}>
                <span class="muted">{words.find.inAll}:</span>
                {(['shift', 'cancel', 'redrive'] as const).filter((kind) => chosen(kind, tagged).length).map((kind) => <button key={kind} type="button" class={kind === 'cancel' ? 'danger' : ''} onClick={() => setAsked(kind)}>{words[kind]}</button>)}
              </div>
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

const countOf = (kind: Kind, queue: TaggedQueue): number => (kind === 'redrive' ? queue.dead : queue.waiting);

/** The queues that have something to change, by this caller. */
const chosen = (kind: Kind, queues: readonly TaggedQueue[]): TaggedQueue[] =>
  queues.filter((each) => countOf(kind, each) > 0 && may(kind === 'redrive' ? 'admin' : 'produce', each.queue));

interface ChangeTaggedProps {
  kind: Kind;
  tag: string;
  queues: readonly TaggedQueue[];
  onClose: () => void;
}

/** Changes the jobs with a tag in all queues: a task for each. */
function ChangeTagged({ kind, tag, queues, onClose }: ChangeTaggedProps) {
  const words = w();
  const [by, setBy] = useState('2h');
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState<{ queue: string; answer: Changed | string }[] | null>(null);
  const [isBeginning, setBeginning] = useState(false);
  const mine = chosen(kind, queues);
  const count = mine.reduce((sum, each) => sum + countOf(kind, each), 0);
  const wanted = kind === 'cancel' ? String(count) : '';
  const isReady = typed === wanted && (kind !== 'shift' || isDistance(by)) && !isBeginning;
  const begin = async (): Promise<void> => {
    setBeginning(true);
    setDone(await Promise.all(mine.map(async ({ queue }) => {
      try {
        return { queue, answer: await change(queue, kind, { tag }, { when: null, parts: { first: '', perSecond: '', stopAtFailures: '' }, by }, false) };
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
      <ul class="plain">{mine.map((each) => <li key={each.queue}><span class="name">{each.queue}</span> <span class="muted">{number(countOf(kind, each))}</span></li>)}</ul>
      {kind === 'shift' ? <Field label={words.bulk.by} hint={words.bulk.byHint} wrong={isDistance(by) ? null : words.bulk.byWrong}><input autoFocus autoComplete="off" value={by} onInput={(event) => setBy(event.currentTarget.value)} /></Field> : null}
      {wanted ? <Field label={words.bulk.type(wanted)}><input autoFocus inputMode="numeric" autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} /></Field> : null}
      <div class="bar">
        <button type="submit" class={kind === 'cancel' ? 'danger' : 'primary'} disabled={!isReady}>{words.bulk.go(words[kind], number(count))}</button>
        <button type="button" class="quiet" onClick={onClose}>{words.find.back}</button>
      </div>
    </form>
  );
}
