import { useEffect, useRef, useState } from 'preact/hooks';
import { call, queuePath, session } from '../api/client';
import { type Job, type JobPage, STATES } from '../api/types';
import { Empty, Moment, Skeleton, StateMark } from '../parts/basics';
import { command } from '../parts/command';
import { Field } from '../parts/field';
import { type Column, type Picks, Table } from '../parts/table';
import { clock, number } from '../parts/text';
import { may } from '../state/caller';
import { choose, link, setting } from '../state/route';
import { w } from '../words';
import { BulkActions } from './bulk';
import { errorOf, filter, FILTERS } from './filter';

const PAGE = 500;
/** How often a list of one page is read again; a longer one tells of which time it is. */
const READ_MS = 5_000;
/** Browsers draw no element that is much higher than this many rows; a filter shows the others. */
const MOST = 900_000;
/** The API takes so many ids at once. */
const MOST_PICKED = 10_000;
const REASONS = ['EXHAUSTED', 'BURIED', 'EXPIRED'];

/** The jobs of a queue that pass a filter, read page by page while the reader goes down. */
export function Jobs({ queue }: { queue: string }) {
  const { jobs, failure, isEmpty, hasMore, readAt, more, again } = usePages(queue);
  const words = w();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setKeys(new Set()), [JSON.stringify([queue, filter()])]);
  // Those that have left the list are not changed unseen.
  const picked = keys.size ? jobs.filter(({ id }) => keys.has(id)) : [];
  const picks: Picks<Row> = {
    keys,
    onPick: (next) => setKeys(new Set([...next].slice(0, MOST_PICKED))),
    name: (job) => (job ? words.bulk.pick(job.id) : words.bulk.pickAll),
  };
  return (
    <>
      <Filters queue={queue} onRefresh={again} />
      <BulkActions queue={queue} picked={picked} onClear={() => setKeys(new Set())} onChange={again} />
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {isEmpty ? <Empty text={words.emptyJobs} command={command('put', ['--delay', '30m'], queue, 'order-42', '{"amount": 42}')} /> : !jobs.length && !failure ? <Skeleton /> : (
        <Table
          label={words.jobs}
          columns={columns()}
          rows={jobs}
          rowKey={(job) => job.id}
          href={(job) => link(['queues', queue, 'jobs', job.id])}
          second={(job) => job.error}
          onEnd={more}
          {...(may('produce', queue) || may('admin', queue) ? { picks } : {})}
        />
      )}
      <p class="muted" role="status">{failure && !jobs.length ? '' : words.loaded(`${number(jobs.length)}${hasMore ? '+' : ''}`)}{readAt ? ` · ${words.asOf(clock(readAt, 0))}` : ''}</p>
    </>
  );
}

/** A job as the list shows it. */
interface Row extends Job {
  error: string;
}

function columns(): Column<Row>[] {
  const words = w();
  return [
    { key: 'id', title: words.id, cell: (job) => <span class="mono">{job.id}</span> },
    { key: 'state', title: words.state1, cell: (job) => <StateMark state={job.state} /> },
    { key: 'due', title: words.due, isNumber: true, cell: (job) => <Moment at={job.dueAt} isNext={job.state === 'DELAYED'} /> },
    { key: 'ended', title: words.ended, isNumber: true, isWide: true, cell: (job) => <Moment at={job.endedAt} /> },
    { key: 'attempt', title: words.attempt, isNumber: true, isExtra: true, cell: (job) => `${number(job.attempt ?? 0)} / ${job.maxAttempts ? number(job.maxAttempts) : '∞'}` },
    { key: 'tags', title: words.tags, isExtra: true, cell: (job) => job.tags?.map((tag) => <span key={tag} class="badge">{tag}</span>) },
    { key: 'reason', title: words.reason, isWide: true, cell: (job) => words.reasons[job.reason ?? ''] ?? job.reason },
  ];
}

/** Only what the list shows is kept, so that a long one needs little room. */
function rowOf(job: Job): Row {
  const { payload: _, payloadBase64: __, history: ___, message: ____, ...shown } = job;
  return { ...shown, error: errorOf(job) };
}

interface Pages {
  jobs: readonly Row[];
  failure: string | null;
  isEmpty: boolean;
  hasMore: boolean;
  /** When rows were last read that are not read again by themselves; null for others. */
  readAt: number | null;
  more: () => void;
  again: () => void;
}

function usePages(queue: string): Pages {
  const [jobs, setJobs] = useState<readonly Row[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [readAt, setReadAt] = useState(0);
  const cursor = useRef<string | null>(null);
  const isReading = useRef(false);
  const key = JSON.stringify([queue, filter(), session.value]);
  /** Grows when the list begins again; what was asked for before is dropped. */
  const round = useRef(0);

  const read = async (isFirst: boolean): Promise<void> => {
    if (isReading.current && !isFirst) return;
    isReading.current = true;
    if (isFirst) round.current++;
    const asked = round.current;
    try {
      if (isFirst) cursor.current = null;
      let rows: Row[] = [];
      do {
        const query = { ...filter(), payloadAs: 'none', limit: PAGE, cursor: cursor.current ?? '' };
        const page = await call<JobPage>('GET', queuePath(queue, '/jobs'), { query });
        if (round.current !== asked) return;
        cursor.current = page.cursor ?? null;
        rows = page.jobs.map(rowOf);
      } while (!rows.length && cursor.current !== null);
      setFailure(null);
      setJobs((before) => (isFirst ? rows : [...before, ...rows]));
      setEmpty(isFirst && rows.length === 0);
    } catch (reason) {
      if (round.current === asked) setFailure(reason instanceof Error ? reason.message : String(reason));
    } finally {
      if (round.current === asked) {
        isReading.current = false;
        setReadAt(Date.now());
      }
    }
  };

  useEffect(() => {
    cursor.current = null;
    setJobs([]);
    setFailure(null);
    setEmpty(false);
    void read(true);
  }, [key]);

  const isShort = jobs.length <= PAGE;
  useEffect(() => {
    if (!isShort || !readAt) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible' && !isReading.current) void read(true);
      else setReadAt(Date.now());
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [readAt, isShort]);

  return {
    jobs,
    failure,
    isEmpty,
    readAt: isShort ? null : readAt,
    hasMore: cursor.current !== null,
    more: () => { if (cursor.current !== null && jobs.length < MOST) void read(false); },
    again: () => void read(true),
  };
}

function Filters({ queue, onRefresh }: { queue: string; onRefresh: () => void }) {
  const words = w();
  const state = setting('state');
  return (
    <div class="bar" role="search">
      <IdField queue={queue} />
      <select aria-label={words.state1} value={state} onChange={(event) => choose({ state: event.currentTarget.value || undefined, reason: undefined })}>
        <option value="">{words.allStates}</option>
        {STATES.map((each) => <option key={each} value={each}>{words.state[each]}</option>)}
        <option value="RETRYING">{words.retrying}</option>
        <option value="DELAYED,READY">{words.state.DELAYED} + {words.state.READY}</option>
      </select>
      {state === 'DEAD' ? (
        <select aria-label={words.reason} value={setting('reason')} onChange={(event) => choose({ reason: event.currentTarget.value || undefined })}>
          <option value="">{words.anyReason}</option>
          {REASONS.map((each) => <option key={each} value={each}>{words.reasons[each] ?? each}</option>)}
        </select>
      ) : null}
      <TextField name="tag" label={words.tag} />
      {may('payload', queue) ? <TextField name="errorLike" label={words.errorLike} /> : null}
      {setting('fingerprint') ? <span class="badge">{setting('fingerprint')}</span> : null}
      <MomentField name="from" label={words.from} />
      <MomentField name="to" label={words.to} />
      <button type="button" onClick={onRefresh}>{words.refresh}</button>
      {Object.keys(filter()).length ? <button type="button" class="quiet" onClick={() => choose(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>{words.clear}</button> : null}
    </div>
  );
}

/** Opens the job of an id. */
function IdField({ queue }: { queue: string }) {
  const words = w();
  const [id, setId] = useState('');
  return (
    <form class="field" onSubmit={(event) => { event.preventDefault(); if (id.trim()) location.hash = link(['queues', queue, 'jobs', id.trim()]); }}>
      <input id="search" type="search" placeholder={words.openId} aria-label={words.openId} value={id} onInput={(event) => setId(event.currentTarget.value)} />
    </form>
  );
}

/** A text of the filter. What is typed stays while the list is read again. */
function TextField({ name, label }: { name: 'tag' | 'errorLike'; label: string }) {
  const value = setting(name);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return <input type="search" placeholder={label} aria-label={label} value={text} onInput={(event) => setText(event.currentTarget.value)} onChange={(event) => choose({ [name]: event.currentTarget.value || undefined })} />;
}

/** A moment of the filter; the browser's own field, in local time. */
export function MomentField({ name, label }: { name: 'from' | 'to'; label: string }) {
  const value = setting(name);
  const moment = value ? new Date(value) : null;
  const shown = moment && !Number.isNaN(moment.getTime()) ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19) : '';
  return (
    <Field label={label}><input type="datetime-local" step={1} value={shown} onChange={(event) => choose({ [name]: event.currentTarget.value ? new Date(event.currentTarget.value).toISOString() : undefined })} /></Field>
  );
}
