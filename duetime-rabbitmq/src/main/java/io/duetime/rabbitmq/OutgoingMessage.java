package io.duetime.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.duetime.JobInfo;
import io.duetime.handover.MessageHeaders;
import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/** The message of a job, and whether the broker has confirmed it. Thread safe. */
final class OutgoingMessage {
  private static final int PERSISTENT = 2;
  private static final int TRANSIENT = 1;
  private static final int MAX_BYTES_OF_CHAR = 3;
  private static final Set<String> BROKERS_OWN = Set.of("CC", "BCC");

  private final String routingKey;
  private final BasicProperties properties;
  private final byte[] body;
  private final CompletableFuture<Void> confirm = new CompletableFuture<>();
  private final AtomicReference<Step> step = new AtomicReference<>(Step.WAITING);
  private volatile long sentNanos;

  /** One step decides whether a message is sent or is too late for that. */
  private enum Step {
    WAITING,
    SENT,
    EXPIRED
  }

  private OutgoingMessage(String routingKey, BasicProperties properties, byte[] body) {
    this.routingKey = routingKey;
    this.properties = properties;
    this.body = body;
  }

  /**
   * Makes the message of a job.
   *
   * @throws PublishFailure if AMQP has no room for its properties
   */
  static OutgoingMessage of(JobInfo<byte[]> job, MessageTemplate key, boolean persistent) {
    String routingKey = key.fill(job);
    short255("routing key", routingKey);
    short255("id", job.id());
    job.contentType().ifPresent(type -> short255("content type", type));
    return new OutgoingMessage(routingKey, properties(job, persistent), job.payloadBytes());
  }

  private static BasicProperties properties(JobInfo<byte[]> job, boolean persistent) {
    Map<String, Object> headers = new HashMap<>(MessageHeaders.of(job));
    // RabbitMQ would send copies by them, or close the channel with all its other messages.
    headers.keySet().removeIf(name -> BROKERS_OWN.contains(name.toUpperCase(Locale.ROOT)));
    headers.keySet().forEach(name -> short255("name of a header", name));
    BasicProperties.Builder properties =
        new BasicProperties.Builder()
            .messageId(job.id())
            .headers(headers)
            .timestamp(Date.from(job.dueAt()))
            .deliveryMode(persistent ? PERSISTENT : TRANSIENT);
    job.contentType().ifPresent(properties::contentType);
    return properties.build();
  }

  private static void short255(String what, String value) {
    if (value.length() * MAX_BYTES_OF_CHAR <= Destination.MAX_BYTES) {
      return;
    }
    int bytes = Destination.byteCount(value);
    if (bytes > Destination.MAX_BYTES) {
      throw PublishFailure.impossible(
          "the " + what + " has " + bytes + " bytes; AMQP allows " + Destination.MAX_BYTES);
    }
  }

  String routingKey() {
    return routingKey;
  }

  BasicProperties properties() {
    return properties;
  }

  byte[] body() {
    return body;
  }

  /** Completes with the confirm, or fails with what is known. */
  CompletionStage<Void> confirm() {
    return confirm.minimalCompletionStage();
  }

  boolean isDone() {
    return confirm.isDone();
  }

  /** Begins to send; false if its time was over before, and it must not be sent any more. */
  boolean beginSending(long nanos) {
    sentNanos = nanos;
    return step.compareAndSet(Step.WAITING, Step.SENT);
  }

  void notSent() {
    step.compareAndSet(Step.SENT, Step.WAITING);
  }

  void confirmed() {
    confirm.complete(null);
  }

  void fail(PublishFailure failure) {
    confirm.completeExceptionally(failure);
  }

  long sentNanos() {
    return sentNanos;
  }

  /** Fails as its time is over; returns whether it had been sent, and had no answer so far. */
  boolean expire(Duration limit) {
    boolean wasSent = !step.compareAndSet(Step.WAITING, Step.EXPIRED);
    return confirm.completeExceptionally(
            wasSent
                ? PublishFailure.unconfirmed("no confirm within " + limit.toSeconds() + " s")
                : PublishFailure.waited("not sent within " + limit.toSeconds() + " s"))
        && wasSent;
  }

  /** Whether a message that came back is this one. */
  boolean is(BasicProperties returned) {
    return properties.getMessageId().equals(returned.getMessageId())
        && hasSame(returned, MessageHeaders.ATTEMPT)
        && hasSame(returned, MessageHeaders.QUEUE);
  }

  private boolean hasSame(BasicProperties returned, String header) {
    Map<String, Object> headers = returned.getHeaders();
    return headers != null
        && String.valueOf(headers.get(header)).equals(properties.getHeaders().get(header));
  }
}
