package io.duetime.redis.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.AttemptRecord;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.redis.internal.record.Bytes.RecordWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredJobCodecTest {
  private static final byte[] RECORD =
      RecordCodec.writeAccepted(
          JobSpec.builder("a", JobBody.of(new byte[0]), DueTime.after(0)).build(), 9);
  private static final int MARKED = 1;
  private static final int HAS_MORE = 2;

  private static RecordWriter fixed(int stage, int flags) {
    return new RecordWriter(64)
        .u8(stage)
        .u8(flags)
        .u32(3)
        .i64(1_793_602_800_123_456L)
        .u48(10)
        .u48(11)
        .u48(12)
        .u48(13)
        .u48(14)
        .shortText("host-1");
  }

  /** A map as scripts pack it: history, end, priority and interruptions. */
  private static byte[] full() {
    RecordWriter to = fixed(3, MARKED | HAS_MORE).u8(0x84);
    key(to, "h").u8(0x91).u8(0x95).u8(1).u8(0xcd).u16(1_000).u8(0xcf).i64(1L << 40).u8(3);
    text(to, "lost");
    key(to, "e").u8(0x92);
    text(to, "EXHAUSTED");
    text(to, "é");
    key(to, "p").u8(0xce).u32(4_294_967_295L);
    key(to, "i").u8(0xcb).i64(Double.doubleToLongBits(99));
    return to.toBytes();
  }

  private static RecordWriter key(RecordWriter to, String name) {
    text(to, name);
    return to;
  }

  private static void text(RecordWriter to, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    to.u8(0xa0 | utf8.length).raw(utf8);
  }

  @Test
  void theFixedPartIsReadAsItIsLaidOut() {
    JobHead job = read(fixed(2, MARKED).toBytes());

    assertThat(job.stage()).isEqualTo(JobHead.Stage.LEASED);
    assertThat(job.lease()).isEqualTo(new JobLease("host-1", 13, 14, true));
    assertThat(job.attempt()).isEqualTo(3);
    assertThat(job.fence()).isEqualTo(1_793_602_800_123_456L);
    assertThat(job.placement()).isEqualTo(new Placement(1024, 10, 11, 9, 12));
    assertThat(job.history()).isEmpty();
    assertThat(job.mayHaveArrived()).isFalse();
  }

  @Test
  void theRarePartIsRead() {
    JobHead job = read(full());

    assertThat(job.history())
        .containsExactly(
            new AttemptRecord(1, 1_000, 1L << 40, AttemptRecord.Outcome.LEASE_LOST, "lost"));
    assertThat(job.end()).isEqualTo(new JobView.End(13, "EXHAUSTED", "é"));
    assertThat(job.priority()).isEqualTo(4_294_967_295L);
    assertThat(job.interruptions()).isEqualTo(99);
  }

  @Test
  void aShiftIsValidWhileTheJobHasTheDueTimeThatItGave() {
    assertThat(read(shifted(10)).placement().shift())
        .isEqualTo(new Placement.ShiftMark("task", -5, 1_000));
    assertThat(read(shifted(9)).placement().shift()).isNull();
  }

  private static byte[] shifted(int dueAt) {
    RecordWriter to = fixed(1, HAS_MORE).u8(0x81);
    key(to, "m").u8(0x94);
    text(to, "task");
    return to.u8(0xfb).u8(dueAt).u8(0xcd).u16(1_000).toBytes();
  }

  private static JobHead read(byte[] state) {
    return StoredJobCodec.read("a", RECORD, state, 0).head();
  }

  @Test
  void anUnknownStageIsRefused() {
    assertThatThrownBy(() -> read(fixed(9, 0).toBytes()))
        .isInstanceOf(DamagedRecordException.class);
    assertThatThrownBy(() -> read(fixed(0, 0).toBytes()))
        .isInstanceOf(DamagedRecordException.class);
  }

  @Test
  void valuesNestedWithoutEndAreRefused() {
    RecordWriter to = fixed(3, HAS_MORE);
    for (int i = 0; i < 10_000; i++) {
      to.u8(0x91);
    }

    assertThatThrownBy(() -> read(to.toBytes())).isInstanceOf(DamagedRecordException.class);
  }

  @Test
  void aCountBeyondTheBytesIsRefusedBeforeAnyRoomIsMade() {
    RecordWriter to = fixed(3, HAS_MORE).u8(0xdd).u32(0xffff_ffffL);

    assertThatThrownBy(() -> read(to.toBytes())).isInstanceOf(DamagedRecordException.class);
  }

  @Test
  void noBytesAreMoreThanRefused() {
    Random random = new Random(42);
    byte[] whole = full();
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      for (int changes = random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      readOrRefuse(bytes);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      read(bytes);
    } catch (DamagedRecordException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }
}
