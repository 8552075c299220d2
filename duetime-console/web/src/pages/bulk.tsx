import { useState } from 'preact/hooks';
import { call, queuePath } from '../api/client';
import type { Changed } from '../api/types';
import { Dialog, failed, tell } from '../parts/basics';
import { number } from '../parts/text';
import { go, setting } from '../state/route';
import { w } from '../words';
import { filter } from './jobs';

interface Action {
  name: string;
  isDangerous: boolean;
  /** Whether it needs a time, or a rate. */
  asks: 'time' | 'rate' | null;
  make: (queue: string, value: string, isDry: boolean) => Promise<Changed>;
}

const dead = (): boolean => setting('state') === 'DEAD';

function actions(): Action[] {
  const words = w();
  const body = (): Record<string, unknown> => (Object.keys(filter()).length ? filter() : { all: true });
  const query = (isDry: boolean) => ({ dryRun: isDry || undefined, background: isDry ? undefined : true });
  if (dead()) {
    const { state: _, ...rest } = filter();
    const chosen = Object.keys(rest).length ? rest : { all: true };
    return [
      { name: words.redrive, isDangerous: false, asks: 'rate', make: (queue, rate, isDry) => call('POST', queuePath(queue, '/redrive'), { query: query(isDry), body: rate ? { ...chosen, perSecond: Number(rate) } : chosen }) },
      { name: words.purge, isDangerous: true, asks: null, make: (queue, _rate, isDry) => call('POST', queuePath(queue, '/purge'), { query: query(isDry), body: chosen }) },
    ];
  }
  return [
    { name: words.reschedule, isDangerous: false, asks: 'time', make: (queue, delay, isDry) => call('POST', queuePath(queue, '/jobs/reschedule'), { query: query(isDry), body: { ...body(), delay } }) },
    { name: words.runNow, isDangerous: false, asks: null, make: (queue, _value, isDry) => call('POST', queuePath(queue, '/jobs/reschedule'), { query: query(isDry), body: { ...body(), delay: '0s' } }) },
    { name: words.cancel, isDangerous: true, asks: null, make: (queue, _value, isDry) => call('DELETE', queuePath(queue, '/jobs'), { query: { ...query(isDry), ...(Object.keys(filter()).length ? filter() : { all: true }) } }) },
  ];
}

/** Changes to all jobs that pass the filter: counted first, then made as a task. */
export function BulkActions({ queue, onChange }: { queue: string; onChange: () => void }) {
  const [asked, setAsked] = useState<Action | null>(null);
  return (
    <div class="bar actions">
      {actions().map((action) => (
        <button key={action.name} type="button" class={action.isDangerous ? 'danger' : ''} onClick={() => setAsked(action)}>{action.name}</button>
      ))}
      {asked ? <Confirmation action={asked} queue={queue} onClose={() => setAsked(null)} onDone={() => { setAsked(null); onChange(); }} /> : null}
    </div>
  );
}

interface ConfirmationProps {
  action: Action;
  queue: string;
  onClose: () => void;
  onDone: () => void;
}

function Confirmation({ action, queue, onClose, onDone }: ConfirmationProps) {
  const words = w();
  const [value, setValue] = useState(action.asks === 'time' ? '10m' : '');
  const [count, setCount] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const isConfirmed = count !== null && count > 0 && (!action.isDangerous || typed.replace(/\D/g, '') === String(count));

  const dryRun = async (): Promise<void> => {
    try {
      const answer = await action.make(queue, value, true);
      setCount(answer.changed ?? answer.matched ?? 0);
    } catch (failure) {
      failed(failure);
    }
  };
  const make = async (): Promise<void> => {
    try {
      const answer = await action.make(queue, value, false);
      if (answer.task) {
        tell({ text: words.started });
        go(['tasks', answer.task]);
      } else {
        tell({ text: words.done(action.name, number(answer.changed ?? 0)) });
        onDone();
      }
    } catch (failure) {
      failed(failure);
    }
  };

  return (
    <Dialog title={`${action.name}: ${queue}`} onClose={onClose}>
      {action.asks ? (
        <label class="field">
          <span>{action.asks === 'time' ? words.delay : words.per}</span>
          <input value={value} onInput={(event) => { setValue(event.currentTarget.value); setCount(null); }} />
        </label>
      ) : null}
      {count === null ? (
        <button type="button" class="primary" onClick={() => void dryRun()}>{words.count} ?</button>
      ) : (
        <>
          <p>{action.isDangerous ? words.confirmCount(number(count), action.name) : words.done(action.name, number(count))}</p>
          {action.isDangerous ? <input aria-label={words.count} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} /> : null}
          <button type="button" class={action.isDangerous ? 'danger' : 'primary'} disabled={!isConfirmed} onClick={() => void make()}>{action.name}</button>
        </>
      )}
    </Dialog>
  );
}
