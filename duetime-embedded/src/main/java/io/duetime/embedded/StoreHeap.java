package io.duetime.embedded;

import io.duetime.embedded.internal.commit.HeapState;
import io.duetime.embedded.internal.table.NumberRecords;
import io.duetime.embedded.internal.table.QueueDirectory;
import io.duetime.embedded.internal.table.WriteGroup;
import java.util.concurrent.atomic.AtomicLong;

/** What a store keeps on the heap of what is on its disk. */
final class StoreHeap implements HeapState {
  private final WriteGroup group;
  private final OpenQueues queues;
  private volatile NumberRecords numbers;

  StoreHeap(WriteGroup group, int window, AtomicLong live) {
    this.group = group;
    this.queues =
        new OpenQueues(() -> {
          live.set(0);
          return new QueueDirectory(group, window, live);
        });
    this.numbers = new NumberRecords(group);
    group.afterWrites(queues::partWritten);
  }

  OpenQueues queues() {
    return queues;
  }

  NumberRecords numbers() {
    return numbers;
  }

  @Override
  public void written() {
    queues.written();
  }

  @Override
  public void reload() {
    queues.reload();
    numbers = new NumberRecords(group);
  }
}
