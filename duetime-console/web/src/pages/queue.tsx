import { call, queuePath } from '../api/client';
import type { Queue } from '../api/types';
import { failed, Moment, StateMark, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { now } from '../parts/now';
import { number } from '../parts/text';
import { go, link, place } from '../state/route';
import { w } from '../words';
import { Dead } from './dead';
import { ShiftedTimeline, SpanChoice } from './future';
import { Jobs } from './jobs';
import { RecurringJobs } from './recurring';
import { urgency } from './overview';

const TABS = ['overview', 'jobs', 'dead', 'recurring', 'settings'] as const;
type Tab = (typeof TABS)[number];

export function QueuePage({ queue }: { queue: string }) {
  const words = w();
  const chosen = place.value.path[2] as Tab | undefined;
  const tab = chosen && TABS.includes(chosen) ? chosen : 'overview';
  const { data, failure, again } = useLoad<Queue>(queuePath(queue), {}, 2_000);
  return (
    <>
      <h1>{queue}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <nav class="tabs" aria-label={queue}>
        {TABS.map((each) => <a key={each} href={link(['queues', queue, ...(each === 'overview' ? [] : [each])])} aria-current={each === tab ? 'page' : undefined}>{words[each]}{each === 'dead' && data?.counts.dead ? ` (${number(data.counts.dead)})` : ''}</a>)}
      </nav>
      {tab === 'overview' ? <Summary queue={queue} data={data} onChange={again} /> : null}
      {tab === 'jobs' ? <Jobs queue={queue} /> : null}
      {tab === 'dead' ? <Dead queue={queue} /> : null}
      {tab === 'recurring' ? <RecurringJobs queue={queue} /> : null}
      {tab === 'settings' ? <Settings data={data} /> : null}
    </>
  );
}

function Summary({ queue, data, onChange }: { queue: string; data: Queue | null; onChange: () => void }) {
  const words = w();
  if (!data) return null;
  const pause = async (paused: boolean): Promise<void> => {
    const set = (value: boolean): Promise<unknown> => call('PATCH', queuePath(queue), { body: { paused: value } });
    try {
      await set(paused);
      tell({ text: `${paused ? words.pause : words.resume}: ${queue}`, undo: () => void set(!paused).then(onChange, failed) });
      onChange();
    } catch (failure) {
      failed(failure);
    }
  };
  const isLate = urgency({ ...data, paused: data.settings.paused }, now.value) === 3;
  return (
    <>
      {isLate && data.consumers.length === 0 ? <p class="warning" role="alert">{words.noConsumer}</p> : null}
      <dl class="totals">
        {(['delayed', 'ready', 'running', 'dead'] as const).map((state) => (
          <div key={state}><dt><StateMark state={state.toUpperCase() as 'DELAYED'} /></dt><dd>{number(data.counts[state])}</dd></div>
        ))}
        <div><dt>{words.oldest}</dt><dd><Moment at={data.oldestReady} /></dd></div>
        <div><dt>{words.nextDue}</dt><dd><Moment at={data.nextDue} /></dd></div>
      </dl>
      <div class="bar actions">
        <button type="button" onClick={() => void pause(!data.settings.paused)}>{data.settings.paused ? words.resume : words.pause}</button>
        <button type="button" onClick={() => go(['schedule'], { queue })}>{words.nav.schedule}</button>
        <SpanChoice />
      </div>
      <ShiftedTimeline queue={queue} />
      <h2>{words.consumers}</h2>
      {data.consumers.length === 0 ? <p class="muted">{words.none}</p> : (
        <ul class="plain">
          {data.consumers.map((each) => <li key={each.name}><span class="mono">{each.name || '–'}</span> · {number(each.running)} {words.state.RUNNING} · <Moment at={each.lastSeen} /></li>)}
        </ul>
      )}
    </>
  );
}

function Settings({ data }: { data: Queue | null }) {
  if (!data) return null;
  return (
    <dl class="facts">
      {Object.entries(data.settings).map(([name, value]) => <div key={name}><dt class="mono">{name}</dt><dd class="mono">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd></div>)}
    </dl>
  );
}
