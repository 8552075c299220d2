import type { State } from '../api/types';
import { w } from '../words';
import { StateMark } from './basics';

const WAY: readonly State[] = ['DELAYED', 'READY', 'RUNNING', 'DONE'];
const SIDE: readonly State[] = ['DEAD', 'CANCELLED'];

/** The life of a job: the way that most go, and its two other ends; the present state stands out. */
export function LifeCycle({ state }: { state: State }) {
  const step = (each: State) => (
    <li key={each} class={each === state ? 'step step-now' : 'step'} aria-current={each === state ? 'step' : undefined}>
      <StateMark state={each} />
    </li>
  );
  return (
    <div class="life" role="group" aria-label={w().state[state]}>
      <ol>{WAY.map(step)}</ol>
      <ul>{SIDE.map(step)}</ul>
    </div>
  );
}
