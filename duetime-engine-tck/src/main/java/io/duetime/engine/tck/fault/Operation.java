package io.duetime.engine.tck.fault;

/** The calls of an engine that answer with a stage, by name. */
public enum Operation {
  SCHEDULE,
  CANCEL,
  RESCHEDULE,
  CHANGE,
  CLAIM,
  CLAIM_BY_ID,
  SETTLE,
  SHARDS,
  FIND,
  EXPLAIN,
  LIST,
  COUNTS,
  TIMELINE,
  CONSUMERS,
  QUEUES,
  SETTINGS,
  CONFIGURE,
  DELETE_QUEUE,
  PUT_RECURRING,
  RECURRING,
  REMOVE_RECURRING,
  RESERVE_NUMBERS,
  QUEUE_OF_NUMBER,
  LAST_NUMBER,
  NOW,
  MAINTAIN,
  SELF_CHECK
}
