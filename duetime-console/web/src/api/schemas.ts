/** Made of the OpenAPI document by ConsoleTypesTest. */

export type Moment = string;

export type Duration = string;

export type QueueName = string;

export interface Durability {
  fsynced: boolean | null;
  replicas: number;
}

export interface Payload {
  payload?: unknown;
  payloadBase64?: string;
  contentType?: string;
}

export type JobRequest = Payload & {
  queue?: string;
  id?: string;
  delay?: Duration;
  dueAt?: Moment;
  priority?: number;
  tags?: string[];
  headers?: Record<string, string>;
  onConflict?: OnConflict;
  maxWait?: Duration;
  spread?: Duration;
  expiresAt?: Moment;
  expiresAfter?: Duration;
  onExpiry?: 'BURY' | 'DROP';
  maxAttempts?: MaxAttempts;
  backoff?: Backoff;
  retention?: Duration;
  nonce?: number;
  jitter?: Jitter;
};

export type OnConflict = 'KEEP' | 'REJECT' | 'REPLACE' | 'EARLIEST' | 'LATEST' | 'DEBOUNCE';

export type MaxAttempts = number | 'unlimited';

export type Backoff = string;

export interface Scheduled {
  line?: number;
  id?: string;
  outcome: 'CREATED' | 'REPLACED' | 'KEPT' | 'KEPT_RUNNING' | 'REJECTED' | 'SUCCESSOR' | 'REFUSED';
  dueAt?: Moment;
  durability?: Durability;
  error?: Error;
}

export interface Cancelled {
  id: string;
  outcome: 'CANCELLED' | 'RUNNING' | 'DONE' | 'DEAD' | 'UNKNOWN' | 'REFUSED';
  durability?: Durability;
  error?: Error;
}

export interface Rescheduled {
  id: string;
  outcome: 'RESCHEDULED' | 'NOT_MET' | 'RUNNING' | 'DEAD' | 'DONE' | 'CANCELLED' | 'UNKNOWN' | 'REFUSED';
  dueAt?: Moment;
  durability?: Durability;
  error?: Error;
}

export interface Settled {
  lease: string;
  outcome: 'ACKED' | 'RETRYING' | 'DEAD' | 'SUCCEEDED' | 'CANCELLED' | 'EXTENDED' | 'RELEASED' | 'LEASE_LOST' | 'REFUSED';
  dueAt?: Moment;
  leaseUntil?: Moment;
  cancelRequested?: boolean;
  durability?: Durability;
  error?: Error;
}

export interface Changed {
  examined: number;
  changed: number;
  dryRun: boolean;
  refused?: number;
  error?: Error;
}

export interface Attempt {
  attempt: number;
  startedAt: Moment;
  endedAt?: Moment;
  outcome: 'FAILED' | 'BURIED' | 'LEASE_LOST' | 'INTERRUPTED';
  error?: string;
  fingerprint?: string;
}

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
  endedAt?: Moment;
  reason?: string;
  message?: string;
  history?: Attempt[];
  successorDueAt?: Moment;
};

export type ClaimedJob = Payload & {
  queue: string;
  id: string;
  state: 'RUNNING';
  dueAt: Moment;
  firstDueAt: Moment;
  scheduledAt: Moment;
  priority: number;
  headers: Record<string, string>;
  attempt: number;
  maxAttempts: number | null;
  fence: number;
  mayHaveArrived?: boolean;
  lease: string;
  leaseUntil: Moment;
};

export interface JobPage {
  jobs: Job[];
  cursor: string | null;
}

export interface Explanation {
  why: 'UNKNOWN' | 'DONE' | 'CANCELLED' | 'DEAD' | 'LEASED' | 'DUE_LATER' | 'EXPIRED' | 'PAUSED' | 'CONCURRENCY_LIMITED' | 'RATE_LIMITED' | 'TARGET_DOWN' | 'HANDLERS_BUSY' | 'NO_CONSUMER' | 'NEXT_IN_TURN';
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
  [other: string]: unknown;
}

export interface Filter {
  state?: string;
  from?: Moment;
  to?: Moment;
  tag?: string | string[];
  reason?: string;
  all?: boolean;
}

export interface Counts {
  delayed: number;
  ready: number;
  running: number;
  dead: number;
  done: number;
  cancelled: number;
}

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

export interface Lateness {
  p50Ms: number;
  p99Ms: number;
  attempts: number;
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

export interface QueueSettings {
  version?: number;
  paused?: boolean;
  pausedUntil?: Moment | null;
  maxRunning?: number;
  rate?: Rate | null;
  shards?: number;
  retention?: Duration;
  deadRetention?: Duration;
  maxDead?: number;
  quota?: {
    maxWaiting?: number;
    maxAhead?: Duration;
  };
  defaults?: {
    priority?: number;
    maxAttempts?: MaxAttempts;
    backoff?: Backoff;
    lease?: Duration;
    jitter?: Jitter;
  };
  deadCopyTo?: string | null;
  handOver?: HandOver | null;
}

export interface Timeline {
  now: Moment;
  buckets: Bucket[];
}

export type Recurring = Payload & {
  name: string;
  schedule: string;
  missed: 'LATEST' | 'ALL' | 'NONE';
  grace: Duration;
  until?: Moment;
  times?: number;
  firstNow?: boolean;
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

export type RecurringRequest = Payload & {
  cron?: string;
  zone?: string;
  every?: Duration;
  from?: Moment;
  missed?: 'LATEST' | 'ALL' | 'NONE';
  paused?: boolean;
  grace?: Duration;
  until?: Moment;
  times?: number;
  firstNow?: boolean;
  keepPending?: boolean;
  priority?: number;
  tags?: string[];
  headers?: Record<string, string>;
  expiresAfter?: Duration;
  onExpiry?: 'BURY' | 'DROP';
  maxAttempts?: MaxAttempts;
  backoff?: Backoff;
  retention?: Duration;
  expiresAt?: Moment;
  schedule?: string;
  jitter?: Jitter;
};

export interface Store {
  version: string;
  now: Moment;
  engine: string;
  durable: boolean;
  sharded: boolean;
  shared: boolean;
  findings: Finding[];
  defaultDurability: {
    fsynced?: boolean;
    replicas?: number;
    within?: Duration;
  };
  maxPayload: number;
}

export interface Error {
  code: string;
  detail: string;
  field?: string;
  value?: string;
  allowed?: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  field?: string;
  value?: string;
  allowed?: string;
  requestId?: string;
  etag?: string;
  id?: string;
  outcome?: string;
  dueAt?: Moment | null;
  role?: string;
  queue?: string;
}

export type Jitter = number;

export interface Task {
  id: string;
  kind: 'CANCEL' | 'RESCHEDULE' | 'REDRIVE' | 'PURGE';
  queue: QueueName;
  filter: {
    from?: Moment;
    to?: Moment;
    tag?: string[];
    reason?: string;
  };
  dueAt?: Moment | null;
  spread?: string;
  perSecond?: number;
  dryRun: boolean;
  total: number | null;
  examined: number;
  changed: number;
  refused: number;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';
  cancelRequested: boolean;
  createdAt: Moment;
  endedAt: Moment | null;
  error?: Error;
}

export interface Grant {
  roles: ('read' | 'payload' | 'produce' | 'consume' | 'admin')[];
  queues?: string[];
}

export interface TokenChange {
  grants?: Grant[];
  expiresAt?: Moment | null;
  expiresAfter?: Duration;
  requestsPerSecond?: number;
  jobsPerSecond?: number;
}

export type TokenRequest = TokenChange & {
  name?: string;
};

export interface Token {
  name: string;
  grants: Grant[];
  expiresAt: Moment | null;
  requestsPerSecond: number;
  jobsPerSecond: number;
  createdAt: Moment;
  changedAt: Moment;
  formerUntil?: Moment;
}

export type IssuedToken = Token & {
  token?: string;
};

export interface AuditEntry {
  number: number;
  at: Moment;
  actor: string;
  action: string;
  queue: string | null;
  id: string | null;
  details: Record<string, string>;
}

export interface TargetSettings {
  type: string;
  queues?: string | string[] | null;
  [other: string]: unknown;
}

export interface Target {
  name: string;
  source?: 'file';
  type: string;
  queues?: string;
  status: {
    state: 'unused' | 'closed' | 'open' | 'halfOpen';
    failingSince?: Moment;
    openUntil?: Moment;
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
}

export interface ScheduledResults {
  results: Scheduled[];
}

export interface CancelledResults {
  results: Cancelled[];
}

export interface JobMove {
  id: string;
  delay?: Duration;
  dueAt?: Moment;
  only?: 'EARLIER' | 'LATER';
  ifDueAt?: Moment;
}

export interface RescheduledResults {
  results: Rescheduled[];
}

export interface SettledResults {
  results: Settled[];
}

export interface Settlement {
  do: 'ACK' | 'RETRY' | 'BURY' | 'EXTEND' | 'RELEASE';
  lease: string;
  delay?: Duration;
  early?: boolean;
  priority?: number;
  unconfirmed?: boolean;
  reason?: string;
  extendBy?: Duration;
  interruption?: string;
  message?: string;
}

export interface DeadGroups {
  groups: DeadGroup[];
  complete: boolean;
}

export interface Rate {
  permits: number;
  per?: Duration;
  burst?: number;
}

export interface HandOver {
  target: string;
  inFlight?: string;
  [other: string]: unknown;
}

export interface Consumer {
  name: string;
  lastSeen: Moment;
  running: number;
}

export interface Bucket {
  from: Moment;
  to: Moment;
  waiting: number;
  ran: number;
  latenessSumMs: number;
  latenessMaxMs: number;
}

export interface Finding {
  check: string;
  verdict: 'OK' | 'WARNING' | 'FAILURE' | 'UNKNOWN';
  message: string;
  remedy: string;
}

export interface DeadGroup {
  reason: string;
  error: string;
  count: number;
  firstAt: Moment;
  lastAt: Moment;
  exampleId: string;
}
