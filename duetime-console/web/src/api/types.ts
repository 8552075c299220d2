/** The types of answers, as the console reads them: those of the API, and what it knows beyond them. */
import type * as api from './schemas';

export type {
  AuditEntry,
  Bucket,
  Explanation,
  FailureGroup,
  Job,
  JobPage,
  Problems,
  Process,
  QueueProblem,
  Recurring,
  RecurringOfQueue,
  Session,
  ShiftPlan,
  Store,
  TaggedQueue,
  Target,
  TargetDown,
  TargetTest,
  Task,
  Timeline,
} from './schemas';

export type State = api.Job['state'];
export const STATES: readonly State[] = ['DELAYED', 'READY', 'RUNNING', 'DEAD', 'DONE', 'CANCELLED'];

/** A queue in a list with counts and details. */
export type QueueBrief = Required<Omit<api.QueueBrief, 'pausedUntil' | 'rate'>> &
  Pick<api.QueueBrief, 'pausedUntil'> & { rate: Required<api.Rate> | null };

/** Answers have fields that requests may leave out. */
export type Queue = api.Queue & { settings: { version: number } };
export type Token = Omit<api.Token, 'grants'> & { grants: Required<api.Grant>[] };

/** Events tell also since when. */
export type Finding = api.Finding & { since?: string };

/** What a change by a filter has done; or, made in the background, its task. */
export type Changed = api.Changed & { id?: string };

/** What became of one job. */
export type Outcome = Omit<api.Scheduled, 'outcome'> & { outcome: string };
