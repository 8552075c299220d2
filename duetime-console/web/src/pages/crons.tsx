import type { RecurringOfQueue } from '../api/types';
import { Empty, Moment, StateMark } from '../parts/basics';
import { command } from '../parts/command';
import { useLoad } from '../parts/load';
import { type Column, Table } from '../parts/table';
import { number } from '../parts/text';
import { adjust, link, setting } from '../state/route';
import { w } from '../words';
import { shortOf } from './recurring';

const READ_MS = 10_000;

/** Whether the last run of a definition has failed, or earlier ones wait among the dead. */
const hasFailed = ({ dead, lastJob }: RecurringOfQueue): boolean =>
  dead > 0 || lastJob?.state === 'DEAD' || (lastJob !== undefined && lastJob.state !== 'DONE' && (lastJob.history?.length ?? 0) > 0);

/** When the latest dead tick was due: it is part of its id. */
const deadAt = (id: string): string => id.slice(id.lastIndexOf('@') + 1);

/** The recurring jobs of all queues: what became of their last ticks, and when the next ones are. */
export function Crons() {
  const words = w();
  const { data, failure } = useLoad<{ recurring: RecurringOfQueue[]; cursor: string | null }>('v1/recurring', { limit: 1_000 }, READ_MS);
  const wanted = setting('q').toLowerCase();
  const isFailed = setting('failed') === '1';
  const rows = (data?.recurring ?? []).filter((each) => (!isFailed || hasFailed(each)) && `${each.queue} ${each.definition.name}`.toLowerCase().includes(wanted));
  return (
    <>
      <h1>{words.nav.recurring}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <div class="bar" role="search">
        <input id="search" type="search" placeholder={words.search} aria-label={words.search} value={setting('q')} onInput={(event) => adjust({ q: event.currentTarget.value || undefined })} />
        <label class="check"><input type="checkbox" checked={isFailed} onChange={(event) => adjust({ failed: event.currentTarget.checked ? '1' : undefined })} /> {words.crons.failed}</label>
        <span class="muted" role="status">{data ? `${number(rows.length)} / ${number(data.recurring.length)}${data.cursor ? '+' : ''}` : words.find.reading}</span>
      </div>
      {data?.recurring.length === 0 ? <Empty text={words.crons.empty} command={command('recurring put', ['--cron', "'0 7 * * *'", '--zone', 'Europe/Berlin'], 'reports', 'daily')} /> : (
        <Table label={words.nav.recurring} columns={columns()} rows={rows} rowKey={(each) => `${each.queue} ${each.definition.name}`} href={(each) => link(['queues', each.queue, 'recurring'])} />
      )}
    </>
  );
}

function columns(): Column<RecurringOfQueue>[] {
  const words = w();
  return [
    { key: 'name', title: words.admin.name, cell: ({ definition }) => definition.name },
    { key: 'queue', title: words.queue, isExtra: true, cell: ({ queue }) => queue },
    { key: 'schedule', title: words.crons.schedule, isExtra: true, cell: ({ definition }) => <span class="mono">{shortOf(definition.schedule)}</span> },
    { key: 'last', title: words.admin.lastTick, cell: (each) => <Moment at={each.definition.lastTick} isPast /> },
    { key: 'result', title: words.crons.result, cell: ({ queue, definition, lastJob }) => (lastJob ? <a href={link(['queues', queue, 'jobs', lastJob.id])}><StateMark state={lastJob.state} /></a> : <span class="muted">{definition.lastTick ? words.crons.gone : '–'}</span>) },
    { key: 'dead', title: words.state.DEAD, isNumber: true, cell: ({ queue, dead, lastDead }) => (lastDead ? <a href={link(['queues', queue, 'jobs', lastDead])}>{number(dead)} · <Moment at={deadAt(lastDead)} isPast /></a> : '–') },
    { key: 'next', title: words.crons.next, isNumber: true, cell: ({ definition }) => (definition.paused ? <span class="badge">{words.troubles.PAUSED}</span> : <Moment at={definition.nextTicks[0]} isNext />) },
  ];
}
