package io.duetime.kafka;

import io.duetime.async.Stages;
import io.duetime.handover.PublishFailure;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
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

/** Tells what the failures of Kafka's clients mean for a message. */
final class KafkaErrors {
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
