import { useEffect, useRef, useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import type { Changed, DeadGroup, JobPage } from '../api/types';
import { Dialog, Empty, failed, Moment } from '../parts/basics';
import { Field } from '../parts/field';
import { useLoad } from '../parts/load';
import { isRate, RateField, rateOf } from '../parts/rate';
import { number } from '../parts/text';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';
import { BulkDialog } from './bulk';
import { errorOf } from './filter';

const READ_MS = 10_000;
/** How many jobs of a group are changed at a time. */
const STEP = 500;
/** The jobs of all groups beyond the first 1,000, which no filter finds. */
const OTHER = 'OTHER';

interface Asked {
  kind: 'redrive' | 'purge';
  group: DeadGroup | null;
}

/** Dead jobs by reason: how many, since when, one of them, and what makes it right. */
export function Dead({ queue }: { queue: string }) {
  const { data, failure, again } = useLoad<{ groups: DeadGroup[]; complete: boolean }>(queuePath(queue, '/dead'), { groupBy: 'reason' }, READ_MS);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => {
    setAsked(null);
    again();
  };
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data ? <Groups queue={queue} counted={data} onAsk={setAsked} onRefresh={again} /> : null}
      {asked && asked.group === null ? <BulkDialog kind={asked.kind} queue={queue} selection={{ state: 'DEAD' }} onClose={close} /> : null}
      {asked?.group ? <GroupDialog queue={queue} kind={asked.kind} group={asked.group} onClose={close} /> : null}
    </>
  );
}

interface GroupsProps {
  queue: string;
  counted: { groups: DeadGroup[]; complete: boolean };
  onAsk: (asked: Asked) => void;
  onRefresh: () => void;
}

function Groups({ queue, counted, onAsk, onRefresh }: GroupsProps) {
  const words = w();
  if (!counted.groups.length) return <Empty text={words.emptyDead} />;
  const isAdmin = may('admin', queue);
  return (
    <>
      <div class="bar actions">
        {isAdmin ? (
          <>
            <span class="muted">{words.deadPage.all}:</span>
            <button type="button" onClick={() => onAsk({ kind: 'redrive', group: null })}>{words.redrive}</button>
            <button type="button" class="danger" onClick={() => onAsk({ kind: 'purge', group: null })}>{words.purge}</button>
          </>
        ) : null}
        <a class="button" href={link(['queues', queue, 'jobs'], { state: 'DEAD' })}>{words.deadPage.list}</a>
        <button type="button" onClick={onRefresh}>{words.refresh}</button>
      </div>
      {counted.complete ? null : <p class="warning">{words.deadPage.incomplete}</p>}
      <ul class="groups" aria-label={words.deadPage.groups}>
        {counted.groups.map((group) => <Group key={`${group.reason} ${group.error}`} queue={queue} group={group} isAdmin={isAdmin && group.reason !== OTHER} onAsk={(kind) => onAsk({ kind, group })} />)}
      </ul>
    </>
  );
}

interface GroupProps {
  queue: string;
  group: DeadGroup;
  isAdmin: boolean;
  onAsk: (kind: 'redrive' | 'purge') => void;
}

function Group({ queue, group, isAdmin, onAsk }: GroupProps) {
  const words = w();
  return (
    <li class="line-dead">
      <p class="group-head"><strong class="count">{number(group.count)}</strong> <span class="badge">{group.reason}</span> <span class="error-line">{group.error}</span></p>
      <p class="muted">
        {words.first} <Moment at={group.firstAt} /> · {words.last} <Moment at={group.lastAt} /> · {words.example}{' '}
        <a class="mono" href={link(['queues', queue, 'jobs', group.exampleId])}>{group.exampleId}</a>
      </p>
      <div class="bar actions">
        {isAdmin ? (
          <>
            <button type="button" onClick={() => onAsk('redrive')}>{words.redrive}</button>
            <button type="button" class="danger" onClick={() => onAsk('purge')}>{words.purge}</button>
          </>
        ) : null}
        <a class="button" href={link(['queues', queue, 'jobs'], { state: 'DEAD', ...(group.reason === OTHER ? {} : { reason: group.reason, error: group.error }) })}>{words.deadPage.list}</a>
      </div>
    </li>
  );
}

interface GroupDialogProps {
  queue: string;
  kind: 'redrive' | 'purge';
  group: DeadGroup;
  onClose: () => void;
}

type State = 'asking' | 'running' | 'ended' | 'stopped' | 'failed';

/**
 * Changes the jobs of one group. No filter of the API knows an error, so the page finds the jobs and names them, step by
 * step. No more are changed than were counted, and none that died after that.
 */
function GroupDialog({ queue, kind, group, onClose }: GroupDialogProps) {
  const words = w();
  const [perSecond, setPerSecond] = useState('100');
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState({ changed: 0, refused: 0 });
  const [state, setState] = useState<State>('asking');
  const end = useRef(new AbortController());
  useEffect(() => () => end.current.abort(), []);
  const name = words[kind];
  const wanted = kind === 'purge' ? String(group.count) : '';
  const isFit = typed === wanted && isRate(perSecond);

  const run = async (): Promise<void> => {
    setState('running');
    const { signal } = end.current;
    const rate = kind === 'redrive' ? rateOf(perSecond) : {};
    // When the jobs of the step before are due; the next step begins then.
    let begun = Promise.resolve();
    try {
      for await (const ids of idsOf(queue, group)) {
        await begun;
        if (signal.aborted) break;
        const answer = await call<Changed>('POST', queuePath(queue, `/${kind}`), { body: { ids, ...rate } });
        setDone(({ changed, refused }) => ({ changed: changed + answer.changed, refused: refused + (answer.refused ?? 0) }));
        if (rate.perSecond) begun = pause((ids.length / rate.perSecond) * 1_000, signal);
      }
      setState(signal.aborted ? 'stopped' : 'ended');
    } catch (failure) {
      failed(failure);
      setState('failed');
    }
  };

  return (
    <Dialog title={`${name}: ${queue}`} isKept={state === 'running'} onClose={onClose}>
      <p><span class="badge">{group.reason}</span> <span class="error-line">{group.error}</span></p>
      {state === 'asking' ? (
        <form class="form" onSubmit={(event) => { event.preventDefault(); if (isFit) void run(); }}>
          <p><strong>{words.bulk.would(number(group.count), name)}</strong></p>
          {kind === 'redrive' ? <RateField value={perSecond} onValue={setPerSecond} /> : null}
          {wanted ? <Field label={words.bulk.type(wanted)}><input inputMode="numeric" autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))} /></Field> : null}
          <button type="submit" class={kind === 'purge' ? 'danger' : 'primary'} disabled={!isFit}>{words.bulk.go(name, number(group.count))}</button>
        </form>
      ) : (
        <>
          <p><strong role="status">{words.bulk[state]}</strong> {number(done.changed)} / {number(group.count)} {done.refused ? words.bulk.refused(number(done.refused)) : ''}</p>
          <progress aria-label={name} max={group.count} value={done.changed} />
          {state === 'running' ? <p><span class="muted">{words.deadPage.keepOpen}</span> <button type="button" class="danger" onClick={() => end.current.abort()}>{words.stop}</button></p> : null}
        </>
      )}
    </Dialog>
  );
}

/** Waits, unless it is told to end. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((next) => {
    const timer = setTimeout(next, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      next();
    });
  });
}

/** The ids of the jobs that were counted as a group, in steps. */
async function* idsOf(queue: string, group: DeadGroup): AsyncGenerator<string[]> {
  const lastAt = Date.parse(group.lastAt);
  let cursor: string | null | undefined = '';
  let left = group.count;
  let ids: string[] = [];
  do {
    const page: JobPage = await call('GET', queuePath(queue, '/dead'), { query: { reason: group.reason, payloadAs: 'none', limit: 1_000, cursor } });
    for (const job of page.jobs) {
      if (left === 0) break;
      if (errorOf(job) !== group.error || Date.parse(job.endedAt ?? '') > lastAt) continue;
      ids.push(job.id);
      left--;
      if (ids.length === STEP) {
        yield ids;
        ids = [];
      }
    }
    cursor = page.cursor;
  } while (cursor && left > 0);
  if (ids.length) yield ids;
}
