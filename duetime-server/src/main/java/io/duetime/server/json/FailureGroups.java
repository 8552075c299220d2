package io.duetime.server.json;

import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.engine.support.JobFailures;
import io.duetime.wire.JsonShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts jobs by their last failure: by reason of death and first line of the error, or by
 * fingerprint. Keeps at most 1,000 groups; further ones count as one more.
 */
public final class FailureGroups {
  private static final int MAX_GROUPS = 1_000;
  private static final Key OTHERS = new Key("OTHER", "");
  private static final int HOURS = 24;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int SAMPLES = 3;

  private final Map<Key, Group> groups = new LinkedHashMap<>();
  private final boolean withErrors;
  private final @Nullable Long now;
  private boolean complete;

  private record Key(String name, String error) {}

  /** What is known of the jobs of one key; the texts are those of the last failure. */
  private static final class Group {
    String reason = "";
    String error = "";
    long count;
    long firstAtMillis = Long.MAX_VALUE;
    long lastAtMillis;
    final long[] byHour = new long[HOURS];
    final List<String> samples = new ArrayList<>();
  }

  private FailureGroups(boolean withErrors, @Nullable Long now) {
    this.withErrors = withErrors;
    this.now = now;
  }

  /**
   * Groups dead jobs by reason and first line of the error.
   *
   * @param withErrors whether errors are shown; otherwise jobs are counted by reason alone
   */
  public static FailureGroups byReason(boolean withErrors) {
    return new FailureGroups(withErrors, null);
  }

  /**
   * Groups jobs that have failed by the fingerprint of their last failure.
   *
   * @param now the end of the hours of the trend
   */
  public static FailureGroups byFingerprint(boolean withErrors, long now) {
    return new FailureGroups(withErrors, now);
  }

  /** Counts a job; passes over one that is not dead, or has no failure to group it by. */
  public void add(JobView job) {
    JobView.End end = job.end();
    String error = firstLine(JobFailures.error(end, job.history()));
    boolean isWell = end != null && !end.isDeath();
    Key key =
        now == null
            ? new Key(end == null ? "" : end.reason(), withErrors ? error : "")
            : new Key(JobFailures.fingerprint(end, job.history()), "");
    if (isWell || key.name.isEmpty()) {
      return;
    }
    boolean hasRoom = groups.containsKey(key) || groups.size() < MAX_GROUPS;
    Group group = groups.computeIfAbsent(hasRoom ? key : OTHERS, unseen -> new Group());
    add(group, job, failedAt(end, job.history()), withErrors ? error : "");
  }

  private void add(Group group, JobView job, long at, String error) {
    group.count++;
    group.firstAtMillis = Math.min(group.firstAtMillis, at);
    if (at >= group.lastAtMillis) {
      group.lastAtMillis = at;
      group.error = error;
      group.reason = job.end() == null ? "" : job.end().reason();
    }
    if (group.samples.size() < SAMPLES) {
      group.samples.add(job.id());
    }
    long hoursAgo = now == null ? HOURS : Math.max(0, now - at) / HOUR_MILLIS;
    if (hoursAgo < HOURS) {
      group.byHour[HOURS - 1 - (int) hoursAgo]++;
    }
  }

  private static long failedAt(JobView.@Nullable End end, List<AttemptRecord> history) {
    return end == null ? history.get(history.size() - 1).endedAtMillis() : end.atMillis();
  }

  /** Sets whether all jobs have been counted. */
  public void setComplete(boolean all) {
    complete = all;
  }

  /** The groups, the largest first. */
  public JsonShape shape() {
    return JsonShape.object(out -> {
      out.writeName("groups");
      out.writeStartArray();
      groups.entrySet().stream()
          .sorted(Comparator.comparingLong(group -> -group.getValue().count))
          .forEach(group -> shape(group.getKey(), group.getValue()).write(out));
      out.writeEndArray();
      out.writeBooleanProperty("complete", complete);
    });
  }

  private JsonShape shape(Key key, Group group) {
    boolean byFingerprint = now != null;
    return JsonShape.object(out -> {
      if (byFingerprint) {
        out.writeStringProperty("fingerprint", key.name);
      }
      out.writeStringProperty("reason", byFingerprint ? group.reason : key.name);
      out.writeStringProperty("error", byFingerprint ? group.error : key.error);
      out.writeNumberProperty("count", group.count);
      JsonShape.moment(out, "firstAt", group.firstAtMillis);
      JsonShape.moment(out, "lastAt", group.lastAtMillis);
      out.writeStringProperty("exampleId", group.samples.get(0));
      if (byFingerprint) {
        out.writeName("samples");
        JsonShape.texts(group.samples).write(out);
        out.writeName("byHour");
        out.writeArray(group.byHour, 0, HOURS);
      }
    });
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
