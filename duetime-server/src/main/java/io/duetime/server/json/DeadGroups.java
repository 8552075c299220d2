package io.duetime.server.json;

import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.wire.JsonShape;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts dead jobs by reason and by the first line of the last error. Keeps at most 1,000 groups;
 * further ones count as one more.
 */
public final class DeadGroups {
  private static final int MAX_GROUPS = 1_000;
  private static final Key OTHERS = new Key("OTHER", "");

  private final Map<Key, Group> groups = new LinkedHashMap<>();
  private final boolean withErrors;
  private int counted;
  private boolean complete;

  private record Key(String reason, String error) {}

  private record Group(long count, long firstAtMillis, long lastAtMillis, String exampleId) {
    Group plus(Group other) {
      return new Group(
          count + other.count,
          Math.min(firstAtMillis, other.firstAtMillis),
          Math.max(lastAtMillis, other.lastAtMillis),
          exampleId);
    }
  }

  /**
   * Creates no groups yet.
   *
   * @param withErrors whether errors are shown; otherwise jobs are counted by reason alone
   */
  public DeadGroups(boolean withErrors) {
    this.withErrors = withErrors;
  }

  /** Counts a job. */
  public void add(JobView job) {
    JobView.End end = job.end();
    if (end == null) {
      return;
    }
    Key key = new Key(end.reason(), withErrors ? firstLine(lastError(job, end)) : "");
    boolean hasRoom = groups.containsKey(key) || groups.size() < MAX_GROUPS;
    groups.merge(
        hasRoom ? key : OTHERS,
        new Group(1, end.atMillis(), end.atMillis(), job.id()),
        Group::plus);
    counted++;
  }

  /** How many jobs have been counted. */
  public int counted() {
    return counted;
  }

  /** Sets whether all dead jobs have been counted. */
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

  private static JsonShape shape(Key key, Group group) {
    return JsonShape.object(out -> {
      out.writeStringProperty("reason", key.reason);
      out.writeStringProperty("error", key.error);
      out.writeNumberProperty("count", group.count);
      JsonShape.moment(out, "firstAt", group.firstAtMillis);
      JsonShape.moment(out, "lastAt", group.lastAtMillis);
      out.writeStringProperty("exampleId", group.exampleId);
    });
  }

  private static String lastError(JobView job, JobView.End end) {
    List<AttemptRecord> history = job.history();
    return end.message().isEmpty() && !history.isEmpty()
        ? history.get(history.size() - 1).error()
        : end.message();
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
