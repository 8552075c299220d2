package io.duetime.embedded.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final int VALUES = 60;

  private final Records records = new Records();

  @RepeatedTest(VALUES)
  void aJobIsReadBackAsItWasWritten(RepetitionInfo seed) {
    AnyRecord any = any(seed);
    String id = any.text();
    JobHead head = any.head(id);
    JobBody body = any.body();

    byte[] record = records.job(head, body);

    same(Records.jobHead(record, id), head);
    Records.checkJobBody(record);
    same(Records.jobBody(record), body);
  }

  @RepeatedTest(VALUES)
  void aHeadIsReadBackAsItWasWritten(RepetitionInfo seed) {
    AnyRecord any = any(seed);
    String id = any.text();
    JobHead head = any.head(id);

    same(Records.head(records.head(head), id), head);
  }

  @RepeatedTest(VALUES)
  void theOtherRecordsOfAQueueAreReadBackAsTheyWereWritten(RepetitionInfo seed) {
    AnyRecord any = any(seed);
    var settings = any.settings();
    var recurring = any.recurring();
    var copy = any.copy();
    var past = any.past();

    same(Records.settings(records.settings(settings)), settings);
    assertThat(Records.settings(records.settings(settings)).version())
        .isEqualTo(settings.version());
    same(Records.recurring(records.recurring(recurring)), recurring);
    same(Records.copy(records.copy(copy)), copy);
    same(Records.past(records.past(past)), past);
  }

  @Test
  void noSuccessorHasASuccessor() {
    int depth = 100_000;
    ByteWriter to = new ByteWriter(depth);
    to.u8(Records.VERSION);

    for (int i = 0; i < depth; i++) {
      to.u8(0); // waiting
      to.u8(1 << 7); // with a successor
      to.varint(0);
      to.signed(0);
    }

    assertThatThrownBy(() -> Records.head(to.toBytes(), "a"))
        .isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void aNumberThatEarlierVersionsWroteIsIgnored() {
    ByteWriter to = new ByteWriter(20);
    to.u8(Records.VERSION);
    to.u8(0); // waiting
    to.u8(1 << 4); // with attempts
    to.varint(5);
    to.signed(0);
    to.varint(3);
    to.varint(4);
    to.varint(1_001); // the number
    to.varint(2 * 2 + 1);

    JobHead head = Records.head(to.toBytes(), "a");

    assertThat(head.progress()).isEqualTo(new Progress(Status.WAITING, 3, 4, 2, true, List.of()));
  }

  private static AnyRecord any(RepetitionInfo seed) {
    return new AnyRecord(new Random(seed.getCurrentRepetition()));
  }

  private static void same(Object read, Object written) {
    assertThat(read).usingRecursiveComparison().isEqualTo(written);
  }
}
