/** Made of the OpenAPI document by ConsoleTypesTest: what types.ts names. */

export interface Attempt {
  attempt: number;
  startedAt: Moment;
  endedAt?: Moment;
  outcome: 'FAILED' | 'BURIED' | 'LEASE_LOST' | 'INTERRUPTED';
  error?: string;
  fingerprint?: string;
}

export interface AuditEntry {
  number: number;
  at: Moment;
  actor: string;
  action: string;
  queue: string | null;
  id: string | null;
  details: Record<string, string>;
}

export type Backoff = string;

export interface Bucket {
  from: Moment;
  to: Moment;
  waiting: number;
  ran: number;
  done: number;
  failed: number;
  latenessSumMs: number;
  latenessMaxMs: number;
}

export interface Changed { examined: number; changed: number; dryRun: boolean; refused?: number; error?: Error }

export interface Consumer { name: string; lastSeen: Moment; running: number; abandoned: number; abandonedJobs: string[] }

export interface Counts {
  delayed: number;
  ready: number;
  running: number;
  dead: number;
  done: number;
  cancelled: number;
  retrying: number;
}

export interface Durability { fsynced: boolean | null; replicas: number }

export type Duration = string;

export interface Error { code: string; detail: string; field?: string; value?: string; allowed?: string }

export interface Events {
  scheduled: number;
  claimed: number;
  acked: number;
  retried: number;
  leasesLost: number;
  died: number;
  deadDropped: number;
  expired: number;
  dropped: number;
  cancelled: number;
  setAside: number;
}

export interface Explanation {
  why: 'UNKNOWN' | 'DONE' | 'CANCELLED' | 'DEAD' | 'LEASED' | 'DUE_LATER' | 'OVERLAP' | 'EXPIRED' | 'PAUSED' | 'CONCURRENCY_LIMITED' | 'RATE_LIMITED' | 'TARGET_DOWN' | 'HANDLERS_BUSY' | 'NO_CONSUMER' | 'NEXT_IN_TURN';
  dueAt?: Moment;
  attempt?: number;
  maxAttempts?: number | null;
  retriesFor?: string;
  mayHaveArrived?: boolean;
  lastError?: string;
  consumer?: string;
  until?: string;
  target?: string;
  failure?: string;
  maxRunning?: number;
  cancelRequested?: boolean;
  running?: number;
  consumers?: string;
  jobs?: string;
  abandoned?: string;
  [other: string]: unknown;
}

export interface FailureGroup {
  fingerprint: string;
  reason: string;
  error: string;
  count: number;
  firstAt: Moment;
  lastAt: Moment;
  exampleId: string;
  samples: string[];
  byHour: number[];
}

export interface Finding {
  check: string;
  verdict: 'OK' | 'WARNING' | 'FAILURE' | 'UNKNOWN';
  message: string;
  remedy: string;
}

export interface Grant { roles: ('read' | 'payload' | 'produce' | 'consume' | 'admin')[]; queues?: string[] }

export interface HandOver { target: string; inFlight?: string; [other: string]: unknown }

export type Jitter = number;

export type Job = Payload & {
  queue: string;
  id: string;
  state: 'DELAYED' | 'READY' | 'RUNNING' | 'DEAD' | 'DONE' | 'CANCELLED';
  dueAt: Moment;
  firstDueAt: Moment;
  scheduledAt: Moment;
  priority?: number;
  tags?: string[];
  headers?: Record<string, string>;
  attempt?: number;
  maxAttempts?: number | null;
  fence?: number;
  mayHaveArrived?: boolean;
  consumer?: string;
  leasedAt?: Moment;
  leaseUntil?: Moment;
  cancelRequested?: boolean;
  note?: string;
  notedAt?: Moment;
  endedAt?: Moment;
  reason?: string;
  message?: string;
  history?: Attempt[];
  successorDueAt?: Moment;
};

export interface JobPage { jobs: Job[]; cursor: string | null }

export interface Lateness { p50Ms: number; p99Ms: number; attempts: number }

export type MaxAttempts = number | 'unlimited';

export type Moment = string;

export interface Payload { payload?: unknown; payloadBase64?: string; contentType?: string }

export interface Problems { asOf: Moment | null; problems: QueueProblem[]; more: number }

export interface Process {
  process: string;
  seen: Moment;
  server?: string;
  version?: string;
  workers: Working[];
  more: number;
}

export interface Queue {
  queue: string;
  counts: Counts;
  oldestReady: Moment | null;
  nextDue: Moment | null;
  events: Events;
  consumers: Consumer[];
  targetDown: TargetDown | null;
  settings: QueueSettings;
}

export interface QueueBrief {
  queue: string;
  counts?: Counts;
  oldestReady?: Moment | null;
  nextDue?: Moment | null;
  events?: Events;
  consumerCount?: number;
  lateness?: Lateness | null;
  targetDown?: TargetDown | null;
  paused?: boolean;
  pausedUntil?: Moment | null;
  maxRunning?: number;
  rate?: Rate | null;
  handOver?: HandOver | null;
}

export type QueueName = string;

export interface QueueProblem {
  id: string;
  kind: 'STORE' | 'DAMAGED' | 'CLOCK' | 'NO_CONSUMER' | 'HANDLERS_BUSY' | 'HANDLERS_ABANDONED' | 'FAILING' | 'BEHIND' | 'LIMITED' | 'PAUSED' | 'DEAD' | 'TARGET_DOWN' | 'DESTINATION_MISSING';
  queue: string | null;
  target: string | null;
  queues?: string[];
  since: Moment;
  jobs: number;
  lateMs: number;
  cause: string;
  command: string;
  link: string;
  details: Record<string, string>;
  known?: { until: Moment; by: string; note: string };
}

export interface QueueSettings {
  version?: number;
  quota?: { maxWaiting?: number; maxAhead?: Duration };
  paused?: boolean;
  pausedUntil?: Moment | null;
  maxRunning?: number;
  rate?: Rate | null;
  shards?: number;
  retention?: Duration;
  deadRetention?: Duration;
  maxDead?: number;
  lateAfter?: Duration;
  defaults?: {
    priority?: number;
    backoff?: Backoff;
    jitter?: Jitter;
    maxAttempts?: MaxAttempts;
    lease?: Duration;
  };
  deadCopyTo?: string | null;
  handOver?: HandOver | null;
}

export interface Rate { permits: number; per?: Duration; burst?: number }

export type Recurring = Payload & {
  name: string;
  schedule: string;
  missed: 'LATEST' | 'ALL' | 'NONE';
  grace: Duration;
  until?: Moment;
  times?: number;
  firstNow?: boolean;
  overlap: 'ALLOW' | 'SKIP' | 'WAIT';
  owner?: string;
  paused: boolean;
  version: number;
  priority?: number;
  tags?: string[];
  headers?: Record<string, string>;
  maxAttempts?: MaxAttempts;
  backoff?: Backoff;
  lastTick: Moment | null;
  nextTicks: Moment[];
  skippedTicks: number;
  pending: string[];
  retention?: Duration;
  expiresAt?: Moment;
  expiresAfter?: Duration;
  onExpiry?: 'BURY' | 'DROP';
  jitter?: Jitter;
};

export interface RecurringOfQueue { queue: string; definition: Recurring; lastJob?: Job; dead: number; lastDead?: string }

export interface Scheduled {
  line?: number;
  id?: string;
  outcome: 'CREATED' | 'REPLACED' | 'KEPT' | 'KEPT_RUNNING' | 'REJECTED' | 'SUCCESSOR' | 'REFUSED';
  dueAt?: Moment;
  durability?: Durability;
  error?: Error;
}

export interface Session { id: string; name: string; since: Moment; until: Moment; grants: Grant[] }

export interface ShiftPlan { jobs: number; before?: Span; after?: Span; atOnce: number; left: number }

export interface Span { from: Moment; to: Moment }

export interface Store {
  version: string;
  now: Moment;
  engine: string;
  durable: boolean;
  sharded: boolean;
  shared: boolean;
  findings: Finding[];
  defaultDurability: { fsynced?: boolean; replicas?: number; within?: Duration };
  maxPayload: number;
}

export interface TaggedQueue { queue: string; waiting: number; dead: number }

export interface Target {
  name: string;
  source?: 'file';
  type: string;
  queues?: string;
  status: {
    state: 'unused' | 'closed' | 'open' | 'halfOpen';
    failingSince?: Moment;
    openUntil?: Moment;
    lastSuccessAt?: Moment;
    lastFailure?: string;
    inFlight: Record<string, number>;
    problems: Record<string, string>;
  };
  [other: string]: unknown;
}

export interface TargetDown {
  target: string;
  failure?: string;
  since: Moment | null;
  until: Moment | null;
  lastSuccessAt: Moment | null;
}

export interface TargetTest {
  outcome: 'CONFIRMED' | 'NOT_SENT' | 'UNCONFIRMED' | 'REFUSED' | 'IMPOSSIBLE';
  millis: number;
  message: string;
}

export interface Task {
  id: string;
  kind: 'CANCEL' | 'RESCHEDULE' | 'SHIFT' | 'UNDO_SHIFT' | 'UPDATE' | 'REDRIVE' | 'PURGE';
  queue: QueueName;
  filter: { from?: Moment; to?: Moment; tag?: string[]; reason?: string; fingerprint?: string };
  dueAt?: Moment | null;
  update?: Record<string, unknown>;
  ids?: number;
  by?: string;
  shift?: string;
  spread?: string;
  first?: string;
  perSecond?: number;
  stopAtFailures?: string;
  dryRun: boolean;
  total: number | null;
  examined: number;
  changed: number;
  refused: number;
  planned?: number;
  succeeded?: number;
  failed?: number;
  underWay?: number;
  left?: number;
  before?: Span;
  after?: Span;
  atOnce?: number;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'STOPPED' | 'FAILED';
  cancelRequested: boolean;
  createdAt: Moment;
  endedAt: Moment | null;
  error?: Error;
}

export interface Timeline { now: Moment; buckets: Bucket[] }

export interface Token {
  name: string;
  grants: Grant[];
  expiresAt: Moment | null;
  requestsPerSecond: number;
  jobsPerSecond: number;
  createdAt: Moment;
  changedAt: Moment;
  formerUntil?: Moment;
  lastUsedAt?: Moment | null;
}

export interface Working {
  queue: QueueName;
  name: string;
  concurrency: number;
  running: number;
  abandoned: number;
  stuck: boolean;
  since?: Moment | null;
  jobs: string[];
}
