package io.duetime.kafka;

import io.duetime.handover.PublishFailure;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A record on its way to its confirm. */
final class PendingRecord {
  private final ProducerRecord<byte[], byte[]> message;
  private final KafkaPublisher publisher;
  private final CompletableFuture<String> confirm = new CompletableFuture<>();

  PendingRecord(ProducerRecord<byte[], byte[]> message, KafkaPublisher publisher) {
    this.message = message;
    this.publisher = publisher;
  }

  CompletableFuture<String> confirm() {
    return confirm;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback has the answer
  void send(KafkaClients clients) {
    Answer answer = new Answer(clients);
    try {
      clients.producer().send(message, answer);
    } catch (RuntimeException notTaken) {
      answer.onCompletion(null, notTaken);
    }
    answer.caller = null;
  }

  private final class Answer implements Callback {
    private final KafkaClients clients;

    /** Calls from within send tell that the producer has not taken the record. */
    private @Nullable Thread caller = Thread.currentThread();

    Answer(KafkaClients clients) {
      this.clients = clients;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata stored, @Nullable Exception failure) {
      if (stored != null && failure == null) {
        confirm.complete(publisher.where(stored));
        return;
      }
      boolean taken = !Thread.currentThread().equals(caller);
      Exception cause = failure == null ? new IllegalStateException("no answer") : failure;
      PublishFailure reason = KafkaErrors.ofRecord(cause, message, taken);
      if (reason.kind() != PublishFailure.Kind.IMPOSSIBLE) {
        publisher.failed(clients, cause);
      }
      confirm.completeExceptionally(reason);
    }
  }
}
