import { useEffect, useRef, useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import { type Job, type JobPage, STATES, type State } from '../api/types';
import { Empty, failed, Moment, StateMark } from '../parts/basics';
import { Table, type Column } from '../parts/table';
import { number } from '../parts/text';
import { adjust, link, setting } from '../state/route';
import { w } from '../words';
import { BulkActions } from './bulk';

const PAGE = 500;

/** The filter of the address, as the API takes it. */
export function filter(): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of ['state', 'from', 'to', 'tag', 'reason']) {
    const value = setting(name);
    if (value) all[name] = value;
  }
  return all;
}

/** The jobs of a queue that pass a filter, read page by page while the reader goes down. */
export function Jobs({ queue }: { queue: string }) {
  const words = w();
  const [jobs, setJobs] = useState<Job[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const cursor = useRef<string | null>(null);
  const reading = useRef(false);
  const key = JSON.stringify([queue, filter()]);
  const current = useRef(key);

  const read = async (isFirst: boolean): Promise<void> => {
    if (reading.current && !isFirst) return;
    reading.current = true;
    const asked = key;
    try {
      const query = { ...filter(), limit: PAGE, cursor: isFirst ? '' : (cursor.current ?? '') };
      const page = await call<JobPage>('GET', queuePath(queue, '/jobs'), { query });
      if (current.current !== asked) return;
      cursor.current = page.cursor;
      setJobs((before) => (isFirst ? page.jobs : [...before, ...page.jobs]));
      setEmpty(isFirst && page.jobs.length === 0);
    } catch (failure) {
      failed(failure);
    } finally {
      reading.current = false;
    }
  };

  useEffect(() => {
    current.current = key;
    cursor.current = null;
    setJobs([]);
    void read(true);
  }, [key]);

  const columns: Column<Job>[] = [
    { key: 'id', title: words.id, cell: (job) => <span class="mono">{job.id}</span> },
    { key: 'state', title: '', cell: (job) => <StateMark state={job.state} /> },
    { key: 'due', title: words.due, isNumber: true, cell: (job) => <Moment at={job.dueAt} /> },
    { key: 'attempt', title: words.attempt, isNumber: true, isExtra: true, cell: (job) => `${job.attempt} / ${job.maxAttempts}` },
    { key: 'tags', title: words.tags, isExtra: true, cell: (job) => job.tags.map((tag) => <span key={tag} class="badge">{tag}</span>) },
  ];

  return (
    <>
      <form class="bar" onSubmit={(event) => event.preventDefault()}>
        <select aria-label={words.state.READY} value={setting('state')} onChange={(event) => adjust({ state: event.currentTarget.value || undefined })}>
          <option value="">{words.all}</option>
          {STATES.map((state: State) => <option key={state} value={state}>{words.state[state]}</option>)}
        </select>
        <JobSearch queue={queue} />
        <input type="search" placeholder={words.tag} aria-label={words.tag} value={setting('tag')} onChange={(event) => adjust({ tag: event.currentTarget.value || undefined })} />
        <Day name="from" label={words.from} />
        <Day name="to" label={words.to} />
        <button type="button" onClick={() => void read(true)}>{words.refresh}</button>
      </form>
      <BulkActions queue={queue} onChange={() => void read(true)} />
      {isEmpty ? <Empty text={words.emptyJobs} command={`duetime put ${queue} --id order-42 --delay 30m --payload '{"amount": 42}'`} /> : (
        <Table
          label={words.jobs}
          columns={columns}
          rows={jobs}
          rowKey={(job) => job.id}
          href={(job) => link(['queues', queue, 'jobs', job.id])}
          onEnd={() => { if (cursor.current) void read(false); }}
        />
      )}
      <p class="muted">{number(jobs.length)}{cursor.current ? '+' : ''}</p>
    </>
  );
}

function JobSearch({ queue }: { queue: string }) {
  const words = w();
  return (
    <input
      id="search"
      type="search"
      placeholder={words.id}
      aria-label={words.id}
      onKeyDown={(event) => {
        const id = event.currentTarget.value.trim();
        if (event.key === 'Enter' && id) location.hash = link(['queues', queue, 'jobs', id]);
      }}
    />
  );
}

/** A moment of the filter; the browser's own field, in local time. */
function Day({ name, label }: { name: string; label: string }) {
  const value = setting(name);
  const moment = value ? new Date(value) : null;
  const shown = moment && !Number.isNaN(moment.getTime()) ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : '';
  return (
    <label class="field">
      <span>{label}</span>
      <input type="datetime-local" value={shown} onChange={(event) => adjust({ [name]: event.currentTarget.value ? new Date(event.currentTarget.value).toISOString() : undefined })} />
    </label>
  );
}
