package io.duetime.redis.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static final byte[] PAYLOAD = {0, 1, (byte) 0xff};
  private static final long ACCEPTED_AT = 1_793_602_800_123L;

  private static final JobSpec PLAIN =
      JobSpec.builder("a", JobBody.of(PAYLOAD), DueTime.after(0)).build();

  private static final JobSpec FULL =
      Jobs.everything("a", DueTime.at(5))
          .nonce(-7)
          .priority(4_294_967_295L)
          .retry(RetryPolicy.fixed(3, Duration.ofSeconds(5)))
          .expiry(new Expiry.After(Duration.ofDays(36_525), Expiry.Action.BURY))
          .retention(Duration.ofDays(36_525))
          .onConflict(OnConflict.debounce(Duration.ofMinutes(1)))
          .tags(List.of("red", "blau", "✓"))
          .build();

  /** As the store has it: with the moment behind it. */
  private static byte[] stored(byte[] request) {
    byte[] record = Arrays.copyOf(request, request.length + 6);
    for (int i = 0; i < 6; i++) {
      record[request.length + i] = (byte) (ACCEPTED_AT >>> (8 * (5 - i)));
    }
    return record;
  }

  private static Recorded readBack(JobSpec job) {
    return RecordCodec.read(stored(RecordCodec.write(job)), "a");
  }

  @Test
  void aRequestThatAsksForNothingIsShort() {
    assertThat(RecordCodec.write(PLAIN))
        .isEqualTo(HexFormat.ofDelimiter(" ").parseHex("21 00 00 00 00 01 ff"));

    Recorded read = readBack(PLAIN);
    assertThat(read.request().body().payload()).isEqualTo(PAYLOAD);
    assertThat(read.acceptedAt()).isEqualTo(ACCEPTED_AT);
    assertThat(read.priority()).isEqualTo(1024);
    assertThat(read.terms().retry()).isEqualTo(RetryPolicy.DEFAULT);
    assertThat(read.terms().retentionMillis()).isEqualTo(-1);
  }

  @Test
  void everythingThatIsAskedForIsReadBack() {
    JobSpec read = readBack(FULL).request();

    assertThat(read.nonce()).isEqualTo(-7);
    assertThat(read.priority()).isEqualTo(FULL.priority());
    assertThat(read.retry()).isEqualTo(FULL.retry());
    assertThat(read.expiry()).isEqualTo(FULL.expiry());
    assertThat(read.retention()).isEqualTo(FULL.retention());
    assertThat(read.onConflict()).isEqualTo(FULL.onConflict());
    assertThat(read.tags()).containsExactly("blau", "red", "✓");
    assertThat(read.body()).usingRecursiveComparison().isEqualTo(FULL.body());
  }

  @Test
  void anExpiryAtAMomentKeepsItsMilliseconds() {
    Expiry expiry = new Expiry.At(Instant.ofEpochMilli(253_402_300_799_999L), Expiry.Action.DROP);

    assertThat(readBack(PLAIN.toBuilder().expiry(expiry).build()).terms().expiry())
        .isEqualTo(expiry);
  }

  @Test
  void aRequestBecomesARequestAgain() {
    JobSpec again = RecordCodec.readRequest(RecordCodec.write(FULL), "b");

    assertThat(again.id()).isEqualTo("b");
    assertThat(RecordCodec.write(again)).isEqualTo(RecordCodec.write(FULL));
  }

  @Test
  void everyRecordThatWasCutOffIsRefusedOrReadWithAShorterPayload() {
    byte[] whole = stored(RecordCodec.write(FULL));
    for (int length = 0; length < whole.length; length++) {
      readOrRefuse(Arrays.copyOf(whole, length));
    }
  }

  @Test
  void aRecordOfAnotherVersionIsRefused() {
    byte[] record = stored(RecordCodec.write(PLAIN));
    record[0] = 0x22;

    assertThatThrownBy(() -> RecordCodec.read(record, "a"))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("version 2");
  }

  @Test
  void noBytesAreMoreThanRefused() {
    Random random = new Random(42);
    byte[] whole = stored(RecordCodec.write(FULL));
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = whole.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      readOrRefuse(bytes);
      byte[] noise = new byte[random.nextInt(80)];
      random.nextBytes(noise);
      readOrRefuse(noise);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      RecordCodec.read(bytes, "a");
    } catch (DamagedRecordException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }
}
