package io.duetime.engine;

import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents;

/**
 * A store of jobs. All calls are asynchronous, most take batches; a job is opaque bytes and a fixed
 * header.
 *
 * <p>Thread safe. If the call as a whole fails, its stage completes with a {@link
 * io.duetime.DuetimeException}, never with a driver's exception. Callbacks run on the engine's
 * thread and must not block. {@code docs/semantics.md} defines what every operation answers and
 * changes in every state; the contract suite in {@code duetime-engine-tck} tests it.
 */
public interface Engine
    extends Scheduling,
        Claiming,
        Viewing,
        QueueControl,
        StoreControl,
        Documents,
        AuditLog,
        AutoCloseable {
  /** Closes the store; later calls fail. May be called twice. */
  @Override
  void close();
}
