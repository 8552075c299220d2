import { Refusal } from '../api/client';
import type { Outcome } from '../api/types';
import { w } from '../words';
import { number } from './text';

/** Says what became of one job, and throws what was refused. */
export function outcomeOf(answer: Outcome): string {
  if (answer.error) throw new Refusal(200, answer.error.code, answer.error.detail);
  return w().outcome[answer.outcome] ?? answer.outcome;
}

/** Says what became of an undo, which comes too late for a job that has begun. */
export function undoneOf(answer: Outcome): string {
  const said = outcomeOf(answer);
  return isMade(answer) ? w().undone : `${w().notUndone}: ${said}`;
}

/** Whether a job was changed. */
export const isMade = ({ outcome }: Outcome): boolean => outcome === 'RESCHEDULED' || outcome === 'CANCELLED';

/** Says how many jobs a change has changed, and how many were refused. */
export function doneOf(name: string, changed: number, refused = 0): string {
  const { done, refused: notFit } = w().bulk;
  return [done(name, number(changed)), refused ? notFit(number(refused)) : ''].filter(Boolean).join('; ');
}
