package io.duetime.embedded.internal.table;

import io.duetime.QueueSettings;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.kernel.state.QueueDataTable;
import io.duetime.kernel.state.QueueDataTable.QueueMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is kept of a queue except its jobs: settings, recurring definitions, copies, fences. */
final class QueueRecords implements QueueDataTable, WriteGroup.Member {
  private static final char SETTINGS = 's';
  private static final char RECURRING = 'r';
  private static final char COPY = 'c';
  private static final char FENCES = 'f';
  private static final char TALLY = 't';
  private static final char PAST = 'l';
  private static final char REDRIVEN = 'd';
  private static final char PAST_ENDS = 'e';
  private static final char RETRYING_INDEX = 'w';

  // Earlier versions kept an index of numbers here; it goes with its queue.
  private static final char NUMBERS = 'n';

  static final char[] LETTERS = {
    SETTINGS, RECURRING, COPY, FENCES, TALLY, PAST, PAST_ENDS, RETRYING_INDEX, REDRIVEN, NUMBERS
  };

  private static final int ALL = Integer.MAX_VALUE;

  private final WriteGroup group;
  private final Keys keys;
  private final DamagedRecords damaged;
  // What is still to be written, as a read of the disk does not see it.
  private final Map<String, Optional<RedriveCounts>> redriven = new HashMap<>();
  private boolean hasRetryingIndex;

  QueueRecords(WriteGroup group, Keys keys, DamagedRecords damaged) {
    this.group = group;
    this.keys = keys;
    this.damaged = damaged;
  }

  QueueMemory memory() {
    byte[] settings = get(SETTINGS);
    return new QueueMemory(
        settings == null ? QueueSettings.DEFAULT : Records.settings(settings),
        list("recurring job", RECURRING, ALL, Records::recurring),
        fences(),
        past());
  }

  private List<PastSpan> past() {
    List<PastSpan> past = list("span of the past", PAST, ALL, Records::past);
    past.addAll(list("span of the past", PAST_ENDS, ALL, Records::pastEnds));
    return past;
  }

  @Override
  public void saveSettings(QueueSettings settings) {
    put(SETTINGS, "", group.records().settings(settings));
  }

  @Override
  public void saveRecurring(RecurringState state) {
    put(RECURRING, state.job().name(), group.records().recurring(state));
  }

  @Override
  public void deleteRecurring(String name) {
    group.batch().delete(Family.META, keys.meta(RECURRING, name));
  }

  @Override
  public void saveCopy(DeadCopy copy) {
    put(COPY, copy.key(), group.records().copy(copy));
  }

  @Override
  public void deleteCopy(DeadCopy copy) {
    group.batch().delete(Family.META, keys.meta(COPY, copy.key()));
  }

  @Override
  public List<DeadCopy> copies(int max) {
    return list("copy of dead job", COPY, max, Records::copy);
  }

  @Override
  public @Nullable RedriveCounts redriven(String task) {
    Optional<RedriveCounts> unwritten = redriven.get(task);
    return (unwritten == null ? redrivenOnDisk(task) : unwritten).orElse(null);
  }

  private Optional<RedriveCounts> redrivenOnDisk(String task) {
    return Optional.ofNullable(group.get(Family.META, keys.meta(REDRIVEN, task)))
        .map(ByteBuffer::wrap)
        .map(from -> new RedriveCounts(from.getLong(), from.getLong(), from.getLong()));
  }

  @Override
  public void saveRedriven(String task, @Nullable RedriveCounts counts) {
    if (redriven.isEmpty()) {
      group.join(this);
    }
    redriven.put(task, Optional.ofNullable(counts));
    if (counts == null) {
      group.batch().delete(Family.META, keys.meta(REDRIVEN, task));
      return;
    }
    ByteBuffer to = ByteBuffer.allocate(3 * Long.BYTES);
    to.putLong(counts.jobs()).putLong(counts.succeeded()).putLong(counts.failed());
    put(REDRIVEN, task, to.array());
  }

  @Override
  public void complete(Batch to) {}

  @Override
  public void written() {
    redriven.clear();
  }

  @Override
  public void reserveFences(long upTo) {
    saveFences(upTo);
    group.demandSync();
  }

  // With each bound the index of retrying jobs is confirmed. An earlier version raises the bound
  // alone, with its first claim, and leaves an index that does not fit.
  void saveFences(long upTo) {
    if (hasRetryingIndex()) {
      saveRetryingIndex(upTo);
    }
    put(FENCES, "", number(upTo));
  }

  @Override
  public void savePast(PastSpan span) {
    put(PAST, pastName(span.unit(), span.start()), group.records().past(span));
    if (span.done() + span.failed() > 0) {
      put(PAST_ENDS, pastName(span.unit(), span.start()), group.records().pastEnds(span));
    }
  }

  @Override
  public void deletePast(PastSpan.Unit unit, long start) {
    group.batch().delete(Family.META, keys.meta(PAST, pastName(unit, start)));
    group.batch().delete(Family.META, keys.meta(PAST_ENDS, pastName(unit, start)));
  }

  private static String pastName(PastSpan.Unit unit, long start) {
    return (unit == PastSpan.Unit.HOUR ? "h" : "m") + start;
  }

  /** No fence up to this one may be given again. */
  long fences() {
    byte[] fences = get(FENCES);
    return fences == null ? 0 : ByteBuffer.wrap(fences).getLong();
  }

  /** Whether every waiting job that has failed before is in the index of these. */
  boolean hasRetryingIndex() {
    if (!hasRetryingIndex) {
      byte[] confirmed = get(RETRYING_INDEX);
      long fences = fences();
      // Without a claim no job has failed.
      hasRetryingIndex = fences == 0 || Arrays.equals(confirmed, number(fences));
    }
    return hasRetryingIndex;
  }

  void saveRetryingIndex() {
    saveRetryingIndex(fences());
  }

  private void saveRetryingIndex(long fences) {
    hasRetryingIndex = true;
    put(RETRYING_INDEX, "", number(fences));
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  byte @Nullable [] tally() {
    return get(TALLY);
  }

  byte[] tallyKey() {
    return keys.meta(TALLY, "");
  }

  private byte @Nullable [] get(char letter) {
    return group.get(Family.META, keys.meta(letter, ""));
  }

  private void put(char letter, String name, byte[] value) {
    group.batch().put(Family.META, keys.meta(letter, name), value);
  }

  private <T> List<T> list(String what, char letter, int max, Function<byte[], T> read) {
    List<T> values = new ArrayList<>();
    try (Scan scan = group.scan(Family.META, keys.meta(letter, ""))) {
      for (; scan.isValid() && values.size() < max; scan.next()) {
        try {
          values.add(read.apply(scan.value()));
        } catch (UnreadableRecordException malformed) {
          byte[] key = scan.key();
          String name = what + " " + Keys.name(key);
          damaged.setAside(Family.META, key, scan.value(), name, malformed);
          group.batch().delete(Family.META, key);
        }
      }
    }
    return values;
  }
}
