package io.duetime.kafka;

import io.duetime.JobInfo;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Sends records to one topic. The first record, and the first after a failure, wait for a look at
 * the cluster, so that a producer is only given what it can send: it would block its caller for a
 * topic that is missing, and would keep records of a cluster that is down until they time out.
 */
final class KafkaPublisher implements Publisher {
  private final KafkaTarget target;
  private final KafkaRecords records;

  // Guarded by this.
  private List<PendingRecord> waiting = new ArrayList<>();
  private @Nullable KafkaClients ready;
  private boolean looking;

  KafkaPublisher(KafkaTarget target, KafkaRecords records) {
    this.target = target;
    this.records = records;
  }

  @Override
  public CompletionStage<?> publish(JobInfo<byte[]> job) {
    ProducerRecord<byte[], byte[]> message;
    try {
      message = records.of(job);
    } catch (PublishFailure incomplete) {
      return CompletableFuture.failedFuture(incomplete);
    }
    PendingRecord pending = new PendingRecord(message, this);
    KafkaClients clients = readyFor(pending);
    if (clients != null) {
      pending.send(clients);
    }
    return pending.confirm();
  }

  @Override
  public CompletionStage<?> lookUp() {
    return target
        .knowing(records.topic())
        .handle((clients, failure) -> {
          if (failure != null) {
            throw KafkaErrors.ofLook(failure, target, records.topic());
          }
          return true;
        });
  }

  private @Nullable KafkaClients readyFor(PendingRecord pending) {
    synchronized (this) {
      if (ready != null) {
        return ready;
      }
      waiting.add(pending);
      if (looking) {
        return null;
      }
      looking = true;
    }
    target.knowing(records.topic()).whenComplete(this::looked);
    return null;
  }

  private void looked(@Nullable KafkaClients clients, @Nullable Throwable failure) {
    if (clients == null || failure != null) {
      Throwable cause = failure == null ? new IllegalStateException("no clients") : failure;
      PublishFailure refusal = KafkaErrors.ofLook(cause, target, records.topic());
      // A record that comes from now on needs a look of its own, and may find a better answer.
      abandoned().forEach(pending -> pending.confirm().completeExceptionally(refusal));
      return;
    }
    List<PendingRecord> next = next(clients);
    while (!next.isEmpty()) {
      next.forEach(pending -> pending.send(clients));
      next = next(clients);
    }
  }

  private synchronized List<PendingRecord> abandoned() {
    List<PendingRecord> abandoned = waiting;
    waiting = new ArrayList<>();
    looking = false;
    ready = null;
    return abandoned;
  }

  /** The records that have come meanwhile; if none, the look is over. */
  private synchronized List<PendingRecord> next(KafkaClients clients) {
    List<PendingRecord> next = waiting;
    if (next.isEmpty()) {
      looking = false;
      ready = clients;
    } else {
      waiting = new ArrayList<>();
    }
    return next;
  }

  /** Says where a record is, for the end of its job. */
  String where(RecordMetadata stored) {
    return target.name()
        + ": topic "
        + stored.topic()
        + ", partition "
        + stored.partition()
        + ", offset "
        + stored.offset();
  }

  /** Looks at the cluster again before the next record, unless the record alone was at fault. */
  void failed(KafkaClients clients, Exception failure) {
    if (KafkaErrors.isFatal(failure)) {
      target.replace(clients);
    }
    synchronized (this) {
      if (clients.equals(ready)) {
        ready = null;
      }
    }
  }
}
