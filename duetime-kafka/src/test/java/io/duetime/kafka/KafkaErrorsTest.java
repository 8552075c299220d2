package io.duetime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.kafka.KafkaPublisher.KafkaErrors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each failure of a producer means for a record, and for the producer. */
class KafkaErrorsTest {
  private static final boolean FATAL = true;
  private static final boolean OF_TARGET = true;

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new RecordTooLargeException("x"), Kind.IMPOSSIBLE, !OF_TARGET, !FATAL),
        Arguments.of(new InvalidRecordException("x"), Kind.REFUSED, !OF_TARGET, !FATAL),
        Arguments.of(new TopicAuthorizationException("x"), Kind.REFUSED, !OF_TARGET, !FATAL),
        Arguments.of(new UnknownTopicOrPartitionException("x"), Kind.REFUSED, !OF_TARGET, !FATAL),
        Arguments.of(new ClusterAuthorizationException("x"), Kind.REFUSED, !OF_TARGET, FATAL),
        Arguments.of(new TimeoutException("x"), Kind.UNCONFIRMED, OF_TARGET, !FATAL),
        Arguments.of(new NetworkException("x"), Kind.UNCONFIRMED, OF_TARGET, !FATAL),
        Arguments.of(new NotEnoughReplicasException("x"), Kind.UNCONFIRMED, OF_TARGET, !FATAL),
        Arguments.of(new OutOfOrderSequenceException("x"), Kind.UNCONFIRMED, OF_TARGET, FATAL),
        Arguments.of(new ProducerFencedException("x"), Kind.UNCONFIRMED, OF_TARGET, FATAL),
        Arguments.of(new InvalidProducerEpochException("x"), Kind.UNCONFIRMED, OF_TARGET, FATAL),
        Arguments.of(new SaslAuthenticationException("x"), Kind.UNCONFIRMED, OF_TARGET, FATAL),
        Arguments.of(new KafkaException("x"), Kind.UNCONFIRMED, OF_TARGET, FATAL));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void eachFailureHasItsMeaning(Exception failure, Kind kind, boolean isOfTarget, boolean isFatal) {
    PublishFailure known =
        KafkaErrors.ofRecord(failure, new ProducerRecord<>("orders", new byte[3]), true);

    assertThat(known.kind()).isEqualTo(kind);
    assertThat(known.isOfTarget()).isEqualTo(isOfTarget);
    assertThat(known.reason()).contains("topic orders: ");
    assertThat(KafkaErrors.isFatal(failure)).isEqualTo(isFatal);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aRecordThatTheProducerDidNotTakeWasNotSent(Exception failure, Kind kind) {
    PublishFailure known =
        KafkaErrors.ofRecord(failure, new ProducerRecord<>("orders", new byte[3]), false);

    assertThat(known.kind()).isEqualTo(kind == Kind.UNCONFIRMED ? Kind.NOT_SENT : kind);
  }
}
