package io.duetime.embedded.internal.record;

import static org.assertj.core.api.Assertions.fail;

import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.kernel.job.JobHead;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;

/** Any bytes are a record or are refused as malformed; nothing else happens. */
@Tag("full")
class RecordsFuzzTest {
  private static final int SEEDS = 20;
  private static final int DAMAGES = Boolean.getBoolean("duetime.long") ? 20_000 : 150;
  private static final String ID = "job";

  private static final List<Consumer<byte[]>> READERS =
      List.of(
          record -> Records.jobHead(record, ID),
          Records::checkJobBody,
          Records::jobBody,
          record -> Records.head(record, ID),
          Records::settings,
          Records::recurring,
          Records::copy);

  private final Records records = new Records();

  @RepeatedTest(SEEDS)
  void randomBytesAreRefused(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    for (int i = 0; i < DAMAGES; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && random.nextInt(4) > 0) {
        bytes[0] = Records.VERSION;
      }
      readAll(bytes, repetition);
    }
  }

  @RepeatedTest(SEEDS)
  void damagedRecordsAreRefusedOrReadAsOtherOnes(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    AnyRecord any = new AnyRecord(random);
    JobHead head = any.head(ID);
    List<byte[]> sound =
        List.of(
            records.job(head, any.body()),
            records.head(head),
            records.settings(any.settings()),
            records.recurring(any.recurring()),
            records.copy(any.copy()));
    for (byte[] record : sound) {
      for (int i = 0; i < DAMAGES; i++) {
        readAll(damaged(record, random), repetition);
      }
    }
  }

  private static byte[] damaged(byte[] record, Random random) {
    byte[] damaged = record.clone();
    switch (random.nextInt(4)) {
      case 0 -> damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      case 2 -> damaged = Arrays.copyOf(damaged, random.nextInt(2 * damaged.length));
      default -> {
        int from = random.nextInt(damaged.length);
        Arrays.fill(damaged, from, from + random.nextInt(damaged.length - from), (byte) 0xff);
      }
    }
    return damaged;
  }

  private static void readAll(byte[] bytes, RepetitionInfo seed) {
    for (int reader = 0; reader < READERS.size(); reader++) {
      try {
        READERS.get(reader).accept(bytes);
      } catch (UnreadableRecordException refused) {
        // What is to happen.
      } catch (RuntimeException | Error other) {
        fail(
            "reader "
                + reader
                + ", seed "
                + seed.getCurrentRepetition()
                + ", bytes "
                + HexFormat.of().formatHex(bytes),
            other);
      }
    }
  }
}
