package io.duetime.engine;

/**
 * A store of jobs. Everything is asynchronous and comes in batches; a job is opaque bytes and a
 * fixed header.
 *
 * <p>Thread safe. Stages complete with a {@link io.duetime.DuetimeException} where the call as a
 * whole fails, never with a driver's exception. Callbacks run on the engine's thread and must not
 * block. {@code docs/semantics.md} says what every operation answers and changes in every state;
 * the contract suite in {@code duetime-engine-tck} shows it.
 */
public interface Engine extends Scheduling, Claiming, Viewing, QueueControl, Upkeep, AutoCloseable {
  /** Ends all use of the store; calls after that fail as unavailable. May be called twice. */
  @Override
  void close();
}
