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

export interface QueueBrief {
  queue: string;
  counts: Counts;
  oldestReady: string | null;
  nextDue: string | null;
  paused: boolean;
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
  maxRunning: number;
  rate: { permits: number; per: string; burst: number } | null;
  shards: number;
  retention: string;
  deadRetention: string;
  maxDead: number;
  quota: { maxWaiting: number; maxAhead: string };
  defaults: { priority: number; maxAttempts: number; backoff: string; lease: string };
  deadCopyTo: string | null;
  handOver: Record<string, string> | null;
}

export interface Queue extends QueueBrief {
  events: Record<string, number>;
  consumers: Consumer[];
  settings: QueueSettings;
}

export interface Attempt {
  attempt: number;
  startedAt: string;
  endedAt?: string | null;
  outcome: string;
  error?: string | null;
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
  priority: number;
  tags: string[];
  headers: Record<string, string>;
  attempt: number;
  maxAttempts: number;
  fence: number;
  leaseUntil?: string;
  reason?: string;
  history: Attempt[];
}

export interface JobPage {
  jobs: Job[];
  cursor: string | null;
}

export interface Explanation {
  why: string;
  attempt?: number;
  dueAt?: string;
  maxAttempts?: number;
  retriesFor?: string;
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
  total: number;
  examined: number;
  changed: number;
  refused: number;
  state: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  cancelRequested: boolean;
  createdAt: string;
  endedAt?: string | null;
  error?: string;
}

export interface Recurring {
  name: string;
  schedule: string;
  zone?: string;
  paused: boolean;
  missed: string;
  lastTick: string | null;
  nextTicks: string[];
  skippedTicks: number;
  pending: string[];
  version: string;
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
  createdAt: string;
  changedAt: string;
}

export interface Target {
  name: string;
  type: string;
  status: { state: string; inFlight: Record<string, number>; problems: Record<string, string> };
  [setting: string]: unknown;
}

/** The number of jobs that a change was made to, or would be with a dry run; or the task that makes it. */
export interface Changed {
  changed?: number;
  matched?: number;
  task?: string;
}
