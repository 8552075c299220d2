/** What the HTTP API answers, as far as the console reads it; docs/http.md describes it. */

export type State = 'DELAYED' | 'READY' | 'RUNNING' | 'DEAD' | 'DONE' | 'CANCELLED';
export const STATES: readonly State[] = ['DELAYED', 'READY', 'RUNNING', 'DEAD', 'DONE', 'CANCELLED'];

export interface Counts {
  delayed: number;
  ready: number;
  running: number;
  dead: number;
  done: number;
  cancelled: number;
}

export interface Rate {
  permits: number;
  per: string;
  burst: number;
}

export interface Lateness {
  p50Ms: number;
  p99Ms: number;
  attempts: number;
}

/** A queue in a list. */
export interface QueueBrief {
  queue: string;
  counts: Counts;
  oldestReady: string | null;
  nextDue: string | null;
  /** Numbers of events that only grow. */
  events: { scheduled: number; claimed: number; acked: number; retried: number; died: number; [kind: string]: number };
  consumerCount: number;
  lateness: Lateness | null;
  paused: boolean;
  pausedUntil?: string | null;
  maxRunning: number;
  rate: Rate | null;
  handOver: { target: string } | null;
  /** Why nothing is handed over now. */
  targetDown: TargetDown | null;
}

export interface TargetDown {
  target: string;
  /** Of a single queue, for those who may see texts of errors. */
  failure?: string;
  since: string | null;
  until: string | null;
}

export interface Consumer {
  name: string;
  lastSeen: string;
  running: number;
}

export interface QueueSettings {
  version: number;
  paused: boolean;
  pausedUntil?: string | null;
  handOver: Record<string, string> | null;
  /** What the form of the settings lists. */
  [name: string]: unknown;
}

export interface Queue {
  queue: string;
  counts: Counts;
  oldestReady: string | null;
  nextDue: string | null;
  consumers: Consumer[];
  targetDown: TargetDown | null;
  settings: QueueSettings;
}

export interface Attempt {
  attempt: number;
  startedAt: string;
  endedAt?: string | null;
  outcome: string;
  error?: string | null;
  fingerprint?: string;
}

export interface Job {
  queue: string;
  id: string;
  state: State;
  payload?: unknown;
  payloadBase64?: string;
  contentType?: string;
  dueAt: string;
  firstDueAt: string;
  scheduledAt: string;
  priority?: number;
  tags?: string[];
  headers?: Record<string, string>;
  attempt?: number;
  /** null for no end. */
  maxAttempts?: number | null;
  consumer?: string;
  leasedAt?: string;
  leaseUntil?: string;
  cancelRequested?: boolean;
  endedAt?: string;
  reason?: string;
  message?: string;
  history?: Attempt[];
}

export interface JobPage {
  jobs: Job[];
  cursor: string | null;
}

export interface Explanation {
  why: string;
  attempt?: number;
  dueAt?: string;
  maxAttempts?: number | null;
  retriesFor?: string;
  consumer?: string;
  until?: string;
  lastError?: string;
  target?: string;
  failure?: string;
  maxRunning?: number;
  cancelRequested?: boolean;
  jobs?: string;
  [field: string]: unknown;
}

export interface Bucket {
  from: string;
  to: string;
  waiting: number;
  ran: number;
  latenessSumMs: number;
  latenessMaxMs: number;
}

export interface Timeline {
  now: string;
  buckets: Bucket[];
}

export interface DeadGroup {
  reason: string;
  error: string;
  count: number;
  firstAt: string;
  lastAt: string;
  exampleId: string;
}

export interface Finding {
  check: string;
  verdict: 'OK' | 'WARNING' | 'FAILURE' | 'UNKNOWN';
  message: string;
  remedy: string;
  since?: string;
}

export interface Store {
  version: string;
  now: string;
  engine: string;
  durable: boolean;
  sharded: boolean;
  shared: boolean;
  findings: Finding[];
}

export interface Task {
  id: string;
  kind: string;
  queue: string;
  filter: Record<string, unknown>;
  dryRun: boolean;
  /** null while the jobs are being counted. */
  total: number | null;
  examined: number;
  changed: number;
  refused: number;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  cancelRequested: boolean;
  createdAt: string;
  endedAt?: string | null;
  error?: { code: string; detail: string };
}

export interface Recurring {
  name: string;
  schedule: string;
  paused: boolean;
  payload?: unknown;
  payloadBase64?: string;
  contentType?: string;
  missed: string;
  lastTick: string | null;
  nextTicks: string[];
  skippedTicks: number;
  pending: string[];
  version: number;
}

export interface AuditEntry {
  number: number;
  at: string;
  actor: string;
  action: string;
  queue: string | null;
  id: string | null;
  details: Record<string, string>;
}

export interface Token {
  name: string;
  grants: { roles: string[]; queues: string[] }[];
  expiresAt: string | null;
  requestsPerSecond: number;
  jobsPerSecond: number;
  formerUntil?: string;
  createdAt: string;
  changedAt: string;
}

export interface Target {
  name: string;
  type: string;
  queues?: string;
  source?: string;
  status: { state: string; openUntil?: string; lastFailure?: string; inFlight: Record<string, number>; problems: Record<string, string> };
  [setting: string]: unknown;
}

/** What a change by a filter has done; or, made in the background, its task. */
export interface Changed {
  examined: number;
  changed: number;
  refused?: number;
  dryRun: boolean;
  /** Of a task. */
  id?: string;
}

/** What became of one job. */
export interface Outcome {
  id: string;
  outcome: string;
  error?: { code: string; detail: string };
}
