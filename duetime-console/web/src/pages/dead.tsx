import { useState } from 'preact/hooks';
import { queuePath } from '../api/client';
import type { FailureGroup } from '../api/types';
import { Empty, Moment } from '../parts/basics';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import { may } from '../state/caller';
import { link } from '../state/route';
import { w } from '../words';
import { BulkDialog } from './bulk';

const READ_MS = 10_000;
/** The jobs of all groups beyond the first 1,000, which no filter finds. */
const OTHER = 'OTHER';

interface Asked {
  kind: 'redrive' | 'purge';
  group: FailureGroup | null;
}

interface Counted {
  groups: FailureGroup[];
  complete: boolean;
}

/** Dead jobs by the cause of their death: how many, since when, some of them, and what makes it right. */
export function Dead({ queue }: { queue: string }) {
  const { data, failure, again } = useLoad<Counted>(queuePath(queue, '/dead'), { groupBy: 'fingerprint' }, READ_MS);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => {
    setAsked(null);
    again();
  };
  return (
    <>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data ? <Groups queue={queue} counted={data} onAsk={setAsked} onRefresh={again} /> : null}
      {asked ? <BulkDialog kind={asked.kind} queue={queue} selection={selection(asked.group)} onClose={close} /> : null}
    </>
  );
}

/** The jobs of a group that were counted, without those that have died since; of no group, all dead jobs. */
function selection(group: FailureGroup | null): Record<string, string> {
  if (!group) return { state: 'DEAD' };
  const to = new Date(Date.parse(group.lastAt) + 1).toISOString();
  return { state: 'DEAD', fingerprint: group.fingerprint, to };
}

interface GroupsProps {
  queue: string;
  counted: Counted;
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
        {counted.groups.map((group) => <Group key={group.fingerprint} queue={queue} group={group} isAdmin={isAdmin && group.fingerprint !== OTHER} onAsk={(kind) => onAsk({ kind, group })} />)}
      </ul>
    </>
  );
}

interface GroupProps {
  queue: string;
  group: FailureGroup;
  isAdmin: boolean;
  onAsk: (kind: 'redrive' | 'purge') => void;
}

function Group({ queue, group, isAdmin, onAsk }: GroupProps) {
  const words = w();
  return (
    <li class="line-dead">
      <p class="group-head">
        <strong class="count">{number(group.count)}</strong> <Trend byHour={group.byHour} /> <span class="badge">{words.reasons[group.reason] ?? group.reason}</span>{' '}
        <span class="error-line">{group.error || group.fingerprint}</span>
      </p>
      <p class="muted">
        {words.first} <Moment at={group.firstAt} /> · {words.last} <Moment at={group.lastAt} /> · {words.example}{' '}
        {group.samples.map((id, at) => <span key={id}>{at ? ', ' : ''}<a class="mono" href={link(['queues', queue, 'jobs', id])}>{id}</a></span>)}
      </p>
      <div class="bar actions">
        {isAdmin ? (
          <>
            <button type="button" onClick={() => onAsk('redrive')}>{words.redrive}</button>
            <button type="button" class="danger" onClick={() => onAsk('purge')}>{words.purge}</button>
          </>
        ) : null}
        <a class="button" href={link(['queues', queue, 'jobs'], { state: 'DEAD', ...(group.fingerprint === OTHER ? {} : { fingerprint: group.fingerprint }) })}>{words.deadPage.list}</a>
      </div>
    </li>
  );
}

/** A bar for each of the last 24 hours. */
function Trend({ byHour }: { byHour: readonly number[] }) {
  const most = Math.max(1, ...byHour);
  return (
    <svg class="trend" viewBox="0 0 48 10" role="img" aria-label={w().deadPage.trend(number(byHour[byHour.length - 1] ?? 0), number(byHour.reduce((sum, each) => sum + each, 0)))}>
      {byHour.map((each, hour) => <rect key={hour} x={2 * hour} y={10 - (10 * each) / most} width="1.5" height={(10 * each) / most} />)}
    </svg>
  );
}
