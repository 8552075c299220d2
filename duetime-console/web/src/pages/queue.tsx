import { useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import type { Queue, QueueBrief, QueueProblem } from '../api/types';
import { CopyLine, Empty, failed, Moment, StateMark, tell, Title } from '../parts/basics';
import { command } from '../parts/command';
import { KnownButton } from '../parts/known';
import { useLoad } from '../parts/load';
import { local, measured, number } from '../parts/text';
import { type Kind, kindOf, perSecond, problemsOf, sentenceOf, toneOf, TroubleMark } from '../parts/trouble';
import { may } from '../state/caller';
import { rates } from '../state/course';
import { isEachTold, isKnown, queues } from '../state/live';
import { link, place } from '../state/route';
import { w } from '../words';
import { Dead } from './dead';
import { QueueTimeline } from './future';
import { Jobs } from './jobs';
import { RecurringJobs } from './recurring';
import { QueueSettingsForm } from './settings';

const TABS = ['overview', 'jobs', 'dead', 'recurring', 'settings'] as const;
type Tab = (typeof TABS)[number];
const READ_MS = 2_000;

export function QueuePage({ queue }: { queue: string }) {
  const words = w();
  const chosen = place.value.path[2] as Tab | undefined;
  const tab = chosen && TABS.includes(chosen) ? chosen : 'overview';
  const brief = queues.value.get(queue);
  const isThere = brief !== undefined || !isKnown.value || !isEachTold.value;
  return (
    <>
      <p class="crumbs">
        <a href={link(['queues'])}>{words.nav.queues}</a>
        {brief && tab !== 'overview' ? <Reminder queue={brief} /> : null}
      </p>
      <Title text={queue} />
      {brief ? <p class="unseen" role="status">{problemsOf(queue).map(({ kind }) => words.troubles[kind]).join(', ')}</p> : null}
      {brief && tab === 'overview' ? <Banner queue={brief} /> : null}
      <nav class="tabs" aria-label={queue}>
        {TABS.map((each) => (
          <a key={each} href={link(['queues', queue, ...(each === 'overview' ? [] : [each])])} aria-current={each === tab ? 'page' : undefined}>
            {words[each]}
            {each === 'dead' && brief?.counts.dead ? <span class="badge">{number(brief.counts.dead)}</span> : null}
          </a>
        ))}
      </nav>
      {isThere && tab === 'overview' ? <Summary queue={queue} brief={brief} /> : null}
      {tab === 'jobs' ? <Jobs queue={queue} /> : null}
      {tab === 'dead' ? <Dead queue={queue} /> : null}
      {tab === 'recurring' ? <RecurringJobs queue={queue} /> : null}
      {tab === 'settings' ? <QueueSettingsForm key={queue} queue={queue} /> : null}
      {/* Last, as it comes later than the buttons above and must not move them. */}
      {isThere ? null : <Empty text={words.noSuchQueue} command={command('put', ['--delay', '30m'], queue, 'order-42', '{"amount": 42}')} />}
    </>
  );
}

/** What is wrong with the queue, since when, why, and what makes it right. */
function Banner({ queue }: { queue: QueueBrief }) {
  const words = w().trouble;
  const isTold = problemsOf(queue.queue).some(({ kind }) => kind === 'PAUSED');
  return (
    <>
      {queue.paused && !isTold ? (
        <section class="banner line-paused">
          <p><TroubleMark kind="PAUSED" /> <span>{queue.pausedUntil ? words.pausedUntil(local(queue.pausedUntil)) : words.paused}</span></p>
          <Remedy queue={queue} kind="PAUSED" />
        </section>
      ) : null}
      {problemsOf(queue.queue).map((problem) => (
        <section key={problem.id} class={`banner line-${toneOf(problem.kind)}`}>
          <p><TroubleMark kind={problem.kind} /> <span>{sentenceOf(problem)}</span></p>
          <Remedy queue={queue} kind={problem.kind} problem={problem} />
        </section>
      ))}
    </>
  );
}

/** The most harmful problem; on one line, as what comes later must not move the buttons below. */
function Reminder({ queue }: { queue: QueueBrief }) {
  const kind = kindOf(queue);
  return kind ? <a href={link(['queues', queue.queue])}><TroubleMark kind={kind} /></a> : null;
}

function Remedy({ queue, kind, problem }: { queue: QueueBrief; kind: Kind; problem?: QueueProblem }) {
  const words = w();
  const name = queue.queue;
  const settings = may('admin', name) ? <a class="button" href={link(['queues', name, 'settings'])}>{words.trouble.changeLimits}</a> : null;
  const due = <a class="button" href={link(['queues', name, 'jobs'], { state: 'READY' })}>{words.trouble.seeDue}</a>;
  return (
    <div class="bar">
      {kind === 'PAUSED' && may('admin', name) ? <button type="button" class="primary" onClick={() => void resume(name, queue.pausedUntil)}>{words.resume}</button> : null}
      {kind === 'LIMITED' ? settings : null}
      {kind === 'TARGET_DOWN' || kind === 'DESTINATION_MISSING' ? <a class="button" href={link(['targets'])}>{words.trouble.seeTarget}</a> : null}
      {kind === 'FAILING' ? <a class="button" href={link(['queues', name, 'jobs'], { state: 'RETRYING' })}>{words.trouble.seeFailed}</a> : kind === 'DEAD' ? <a class="button" href={link(['queues', name, 'dead'])}>{words.trouble.seeDead}</a> : due}
      {kind === 'HANDLERS_ABANDONED' ? <a class="button" href={link(['workers'])}>{words.nav.workers}</a> : null}
      {kind === 'NO_CONSUMER' ? <><span>{words.trouble.startConsumer}</span><CopyLine text={command('work', ['--exec', './handle-job'], name)} /></> : null}
      {problem ? <KnownButton problem={problem} /> : null}
    </div>
  );
}

/** How long a pause may last, to choose from; without one it lasts until it is ended. */
const PAUSES = ['15m', '1h', '12h', '1d'];

interface PauseButtonProps {
  queue: string;
  paused: boolean;
  until: string | null | undefined;
}

function PauseButton({ queue, paused, until }: PauseButtonProps) {
  const words = w();
  const [length, setLength] = useState('');
  if (paused) return <button type="button" onClick={() => void resume(queue, until)}>{words.resume}</button>;
  return (
    <>
      <button type="button" onClick={() => void pause(queue, length)}>{words.pause}</button>
      <select aria-label={words.pauseFor} value={length} onChange={(event) => setLength(event.currentTarget.value)}>
        <option value="">{words.untilResumed}</option>
        {PAUSES.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </>
  );
}

interface PauseChange {
  paused?: boolean;
  pausedFor?: string;
  pausedUntil?: string;
}

const pause = (queue: string, length: string): Promise<void> => setPause(queue, w().pause, length ? { pausedFor: length } : { paused: true }, { paused: false });

/** Ends a pause; undone, it lasts as long as it would have. */
const resume = (queue: string, until: string | null | undefined): Promise<void> => setPause(queue, w().resume, { paused: false }, until ? { pausedUntil: until } : { paused: true });

async function setPause(queue: string, name: string, change: PauseChange, back: PauseChange): Promise<void> {
  const set = (body: PauseChange): Promise<unknown> => call('PATCH', queuePath(queue), { body });
  try {
    await set(change);
    tell({ text: `${name}: ${queue}`, undo: () => set(back) });
  } catch (failure) {
    failed(failure);
  }
}

function Summary({ queue, brief }: { queue: string; brief: QueueBrief | undefined }) {
  const words = w();
  const { data, failure } = useLoad<Queue>(queuePath(queue), {}, READ_MS);
  // Of many queues, the stream does not tell each; then what was read last is newer.
  const live = isEachTold.value ? brief : undefined;
  const counted = live ?? data ?? brief;
  if (!counted) return failure ? <p class="failure" role="alert">{failure}</p> : null;
  const held = live ?? data?.settings ?? brief;
  const speed = rates(queue);
  return (
    <>
      <dl class="totals">
        {(['delayed', 'ready', 'running', 'dead', 'done'] as const).map((state) => (
          <div key={state}><dt><StateMark state={state.toUpperCase() as 'DELAYED'} /></dt><dd>{number(counted.counts[state])}</dd></div>
        ))}
        <div title={words.retryingTip}><dt><a href={link(['queues', queue, 'jobs'], { state: 'RETRYING' })}>{words.retrying}</a></dt><dd>{number(counted.counts.retrying)}</dd></div>
        <div><dt>{words.inRate}</dt><dd>{perSecond(speed.in)}</dd></div>
        <div><dt>{words.outRate}</dt><dd>{perSecond(speed.out)}</dd></div>
        <div><dt>{words.failedRate}</dt><dd>{speed.failed ? <span class="hot-dead">{perSecond(speed.failed)}</span> : perSecond(0)}</dd></div>
        {brief?.lateness ? <div title={words.lateTip}><dt>{words.late}</dt><dd class="small">{measured(brief.lateness.p50Ms)} · {measured(brief.lateness.p99Ms)}</dd></div> : null}
        <div><dt>{words.oldest}</dt><dd class="small"><Moment at={counted.oldestReady} isPast /></dd></div>
        <div><dt>{words.nextDue}</dt><dd class="small"><Moment at={counted.nextDue} isNext /></dd></div>
      </dl>
      <div class="bar actions">
        {may('produce', queue) ? <a class="button primary" href={link(['schedule'], { queue })}>{words.form.submit}</a> : null}
        {may('admin', queue) ? <PauseButton queue={queue} paused={held?.paused ?? false} until={held?.pausedUntil} /> : null}
      </div>
      <QueueTimeline queue={queue} />
      {data?.targetDown?.failure ? <p class="failure">{data.targetDown.target}: {data.targetDown.failure}</p> : null}
      <h2>{words.consumers}</h2>
      <Consumers queue={data} />
    </>
  );
}

function Consumers({ queue }: { queue: Queue | null }) {
  const words = w();
  if (!queue) return null;
  if (!queue.consumers.length) return <p class="muted">{words.noConsumers}</p>;
  return (
    <ul class="plain">
      {queue.consumers.map((each) => (
        <li key={each.name}>
          <strong class="mono">{each.name || words.unnamed}</strong> · {words.consumerLine(number(each.running))} ·{each.abandoned ? <span class="failure"> {words.workers.abandoned(number(each.abandoned))}: {each.abandonedJobs.join(', ')} ·</span> : null} <span class="muted">{words.seen} <Moment at={each.lastSeen} isPast /></span>
        </li>
      ))}
    </ul>
  );
}
