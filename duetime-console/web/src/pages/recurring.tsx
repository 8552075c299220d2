import { call, part, queuePath } from '../api/client';
import type { Recurring } from '../api/types';
import { Empty, failed, Moment, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { w } from '../words';

export function RecurringJobs({ queue }: { queue: string }) {
  const words = w();
  const { data, failure, again } = useLoad<{ recurring: Recurring[] }>(queuePath(queue, '/recurring'), {}, 10_000);
  if (failure) return <p class="failure" role="alert">{failure}</p>;
  if (!data) return null;
  if (!data.recurring?.length) return <Empty text={words.emptyRecurring} command={`duetime recurring put ${queue} report --cron '0 7 * * *' --zone Europe/Berlin`} />;
  const make = async (name: string, action: string, told: string): Promise<void> => {
    try {
      await call('POST', queuePath(queue, `/recurring/${part(name)}/${action}`));
      tell({ text: `${told}: ${name}` });
      again();
    } catch (reason) {
      failed(reason);
    }
  };
  return (
    <ul class="groups">
      {data.recurring.map((each) => (
        <li key={each.name}>
          <strong>{each.name}</strong> <span class="mono">{each.schedule}</span> {each.zone ?? ''} {each.paused ? <span class="badge">{words.paused}</span> : null}
          <p class="muted">{words.nextDue}: {each.nextTicks.slice(0, 3).map((tick) => <span key={tick} class="tick"><Moment at={tick} both /></span>)}</p>
          <div class="bar actions">
            <button type="button" onClick={() => void make(each.name, 'run', words.run)}>{words.run}</button>
            <button type="button" onClick={() => void make(each.name, each.paused ? 'resume' : 'pause', each.paused ? words.resume : words.pause)}>{each.paused ? words.resume : words.pause}</button>
          </div>
        </li>
      ))}
    </ul>
  );
}
