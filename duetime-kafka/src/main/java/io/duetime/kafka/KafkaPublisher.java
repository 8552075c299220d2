package io.duetime.kafka;

import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import io.duetime.async.Stages;
import io.duetime.handover.MessageHeaders;
import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.kafka.KafkaTarget.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
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

  /** A record on its way to its confirm. */
  static final class PendingRecord {
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

  /** Makes the records of one destination. */
  record KafkaRecords(String topic, Optional<MessageTemplate> key) {
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final String ID = "duetime-id";
    private static final String CONTENT_TYPE = "content-type";

    static String topic(String name) {
      if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
        throw new InvalidRequestException(
            "topic", name, "1 to 249 of A-Z a-z 0-9 . _ -, but neither '.' nor '..'");
      }
      return name;
    }

    ProducerRecord<byte[], byte[]> of(JobInfo<byte[]> job) {
      byte[] recordKey = key.map(template -> bytes(template.fill(job))).orElse(null);
      ProducerRecord<byte[], byte[]> message =
          new ProducerRecord<>(topic, recordKey, job.payloadBytes());
      Map<String, String> headers = MessageHeaders.of(job);
      headers.put(ID, job.id());
      job.contentType().ifPresent(type -> headers.put(CONTENT_TYPE, type));
      headers.forEach((name, value) -> message.headers().add(name, bytes(value)));
      return message;
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Tells what the failures of Kafka's clients mean for a message. */
  static final class KafkaErrors {
    private static final List<Class<? extends Exception>> TOO_LARGE =
        List.of(RecordTooLargeException.class, RecordBatchTooLargeException.class);

    /** The broker has answered, and has not stored the record. */
    private static final List<Class<? extends Exception>> REFUSALS =
        List.of(
            InvalidRecordException.class,
            InvalidTimestampException.class,
            PolicyViolationException.class,
            UnsupportedCompressionTypeException.class);

    /** The topic is missing, or the user may not write to it. */
    private static final List<Class<? extends Exception>> DESTINATION =
        List.of(
            InvalidTopicException.class,
            TopicAuthorizationException.class,
            UnknownTopicOrPartitionException.class);

    private KafkaErrors() {}

    /** The failure of a look at the cluster, before anything was sent. */
    static PublishFailure ofLook(Throwable failure, KafkaTarget target, String topic) {
      Throwable cause = Stages.cause(failure);
      if (cause instanceof PublishFailure known) {
        return known;
      }
      String reason = "topic " + topic + ": " + words(cause);
      if (is(cause, DESTINATION)) {
        return PublishFailure.destination(reason);
      }
      if (is(cause, REFUSALS)) {
        return PublishFailure.refused(reason);
      }
      if (!(cause instanceof RetriableException)) {
        target.replace();
      }
      return PublishFailure.notSent("Kafka at " + target.bootstrapServers() + ": " + words(cause));
    }

    /**
     * The failure of a record.
     *
     * @param taken whether the producer had taken it, and may have sent it
     */
    static PublishFailure ofRecord(
        Exception failure, ProducerRecord<byte[], byte[]> message, boolean taken) {
      String reason = "topic " + message.topic() + ": " + words(failure);
      if (is(failure, TOO_LARGE)) {
        return PublishFailure.impossible(
            "the payload of " + message.value().length + " bytes is too large for " + reason);
      }
      if (is(failure, DESTINATION)) {
        return PublishFailure.destination(reason);
      }
      if (is(failure, REFUSALS) || failure instanceof AuthorizationException) {
        return PublishFailure.refused(reason);
      }
      return taken ? PublishFailure.unconfirmed(reason) : PublishFailure.notSent(reason);
    }

    /** Whether a producer does not recover from a failure. */
    static boolean isFatal(Exception failure) {
      return failure instanceof ClusterAuthorizationException
          || !(failure instanceof RetriableException
              || is(failure, DESTINATION)
              || is(failure, REFUSALS)
              || is(failure, TOO_LARGE));
    }

    private static boolean is(Throwable failure, List<Class<? extends Exception>> kinds) {
      return kinds.stream().anyMatch(kind -> kind.isInstance(failure));
    }

    private static String words(Throwable failure) {
      String message = failure.getMessage();
      Throwable cause = failure.getCause();
      String more = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
      String said = message == null ? failure.getClass().getSimpleName() : message;
      return said.contains(more) ? said : said + more;
    }
  }
}
