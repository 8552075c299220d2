package io.duetime.memory;

import io.duetime.Limits;
import io.duetime.engine.support.CheckedEngine;
import io.duetime.kernel.LocalEngine;
import io.duetime.kernel.transfer.Transfer;
import java.time.InstantSource;

/**
 * Keeps jobs on the heap of this process: for tests and for jobs that may be lost. Lists, ranges,
 * timelines and claims ahead look at every job of the queue.
 */
public final class MemoryEngine extends CheckedEngine implements Transfer.Movable {
  private final HeapStore heap;
  private final LocalEngine engine;

  /** Keeps time by a clock and takes payloads of up to 1 MiB. */
  public MemoryEngine(InstantSource clock) {
    this(clock, Limits.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /** Keeps time by a clock and takes payloads up to a size. */
  public MemoryEngine(InstantSource clock, int maxPayloadBytes) {
    this(new HeapStore(Limits.given("clock", clock)), maxPayloadBytes);
  }

  private MemoryEngine(HeapStore heap, int maxPayloadBytes) {
    this(heap, new LocalEngine(heap), maxPayloadBytes);
  }

  private MemoryEngine(HeapStore heap, LocalEngine engine, int maxPayloadBytes) {
    super(engine, maxPayloadBytes);
    this.heap = heap;
    this.engine = engine;
  }

  /**
   * Has a task run each time {@link #maintain} becomes due earlier than it last answered, on the
   * thread of the call that caused it. An owner that hears of this need not call {@code maintain}
   * at intervals.
   */
  public void whenMaintenanceIsEarlier(Runnable task) {
    heap.whenMaintenanceIsEarlier(task);
  }

  @Override
  public Transfer transfer() {
    return engine.transfer();
  }
}
