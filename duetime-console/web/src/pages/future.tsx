import { names } from '../state/live';
import { adjust, go, setting } from '../state/route';
import { SPANS, type Span, Timeline } from '../parts/timeline';
import { w } from '../words';

export function Future() {
  const words = w();
  const queue = setting('queue') || null;
  return (
    <>
      <h1>{words.nav.future}</h1>
      <div class="bar">
        <select aria-label={words.queue} value={queue ?? ''} onChange={(event) => adjust({ queue: event.currentTarget.value || undefined })}>
          <option value="">{words.all}</option>
          {names.value.slice(0, 1_000).map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
        <SpanChoice />
      </div>
      <ShiftedTimeline queue={queue} />
    </>
  );
}

export function chosenSpan(): Span {
  const chosen = setting('span');
  return chosen in SPANS ? (chosen as Span) : 'hour';
}

export function SpanChoice() {
  const words = w();
  return (
    <div class="choice" role="group" aria-label={words.nav.future}>
      {(Object.keys(SPANS) as Span[]).map((each) => (
        <button key={each} type="button" aria-pressed={each === chosenSpan()} onClick={() => adjust({ span: each, shift: undefined })}>{words.span[each]}</button>
      ))}
    </div>
  );
}

/** A timeline whose place in time is in the address. A click on a bar lists its jobs. */
export function ShiftedTimeline({ queue }: { queue: string | null }) {
  const shift = Number(setting('shift')) || 0;
  return (
    <Timeline
      queue={queue}
      span={chosenSpan()}
      shift={shift}
      onShift={(next) => adjust({ shift: next ? String(Math.round(next)) : undefined })}
      onOpen={(from, to) => {
        if (queue !== null) go(['queues', queue, 'jobs'], { from, to });
      }}
    />
  );
}
