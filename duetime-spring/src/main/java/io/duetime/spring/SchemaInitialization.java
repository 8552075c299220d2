package io.duetime.spring;

/** On which databases a table of outbox or inbox that is missing is made at the start. */
public enum SchemaInitialization {
  /** On each. */
  ALWAYS,
  /** On one in the memory of the process. */
  EMBEDDED,
  /** On none: a migration makes the table. */
  NEVER
}
