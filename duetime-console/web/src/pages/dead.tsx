import { useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import type { Changed, DeadGroup } from '../api/types';
import { Dialog, Empty, failed, Moment, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import { go, link } from '../state/route';
import { w } from '../words';

/** Dead jobs by reason: how many, since when, one of them, and what makes it right. */
export function Dead({ queue }: { queue: string }) {
  const words = w();
  const { data, failure, again } = useLoad<{ groups: DeadGroup[]; complete: boolean }>(queuePath(queue, '/dead'), { groupBy: 'reason' }, 10_000);
  const [asked, setAsked] = useState<{ group: DeadGroup; isPurge: boolean } | null>(null);
  if (failure) return <p class="failure" role="alert">{failure}</p>;
  if (!data) return null;
  if (!data.groups.length) return <Empty text={words.emptyDead} />;
  return (
    <>
      <ul class="groups">
        {data.groups.map((group) => (
          <li key={`${group.reason} ${group.error}`}>
            <strong>{number(group.count)}</strong> <span class="badge">{group.reason}</span> <span class="error-line">{group.error}</span>
            <p class="muted">
              {words.first} <Moment at={group.firstAt} /> · {words.last} <Moment at={group.lastAt} /> · {words.example}{' '}
              <a class="mono" href={link(['queues', queue, 'jobs', group.exampleId])}>{group.exampleId}</a>
            </p>
            <div class="bar actions">
              <button type="button" onClick={() => setAsked({ group, isPurge: false })}>{words.redrive}</button>
              <button type="button" class="danger" onClick={() => setAsked({ group, isPurge: true })}>{words.purge}</button>
              <a class="button" href={link(['queues', queue, 'jobs'], { state: 'DEAD', reason: group.reason })}>{words.jobs}</a>
            </div>
          </li>
        ))}
      </ul>
      {asked ? <GroupAction queue={queue} {...asked} onClose={() => { setAsked(null); again(); }} /> : null}
    </>
  );
}

interface GroupActionProps {
  queue: string;
  group: DeadGroup;
  isPurge: boolean;
  onClose: () => void;
}

function GroupAction({ queue, group, isPurge, onClose }: GroupActionProps) {
  const words = w();
  const [rate, setRate] = useState('100');
  const [typed, setTyped] = useState('');
  const name = isPurge ? words.purge : words.redrive;
  const make = async (): Promise<void> => {
    try {
      const body = { reason: group.reason, ...(isPurge || !rate ? {} : { perSecond: Number(rate) }) };
      const answer = await call<Changed>('POST', queuePath(queue, isPurge ? '/purge' : '/redrive'), { query: { background: true }, body });
      if (answer.task) {
        tell({ text: words.started });
        go(['tasks', answer.task]);
      } else {
        tell({ text: words.done(name, number(answer.changed ?? 0)) });
        onClose();
      }
    } catch (failure) {
      failed(failure);
    }
  };
  return (
    <Dialog title={`${name}: ${group.reason}`} onClose={onClose}>
      {isPurge ? (
        <>
          <p>{words.confirmCount(number(group.count), name)}</p>
          <input aria-label={words.count} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </>
      ) : (
        <label class="field"><span>{words.per}</span><input inputMode="numeric" value={rate} onInput={(event) => setRate(event.currentTarget.value)} /></label>
      )}
      <button type="button" class={isPurge ? 'danger' : 'primary'} disabled={isPurge && typed.replace(/\D/g, '') !== String(group.count)} onClick={() => void make()}>{name}</button>
    </Dialog>
  );
}
