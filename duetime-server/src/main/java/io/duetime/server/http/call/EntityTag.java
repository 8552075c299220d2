package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.wire.Problem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares {@code If-Match} with the version of what a call changes, and names it in answers. */
public final class EntityTag {
  private EntityTag() {}

  /** The tag of these settings. */
  public static String of(QueueSettings settings) {
    return of(settings.version().orElse(0));
  }

  /** The tag of a version. */
  public static String of(long version) {
    return "\"" + version + "\"";
  }

  /** The condition of a call, or null without one. */
  public static @Nullable String condition(Call call) {
    String condition = call.header("If-Match");
    return condition == null || condition.strip().equals("*") ? null : condition;
  }

  /** Whether a call has a condition for what may not exist. */
  public static boolean isConditional(Call call) {
    return call.header("If-Match") != null || creates(call);
  }

  // By If-None-Match: *, the only form of it that a change can have.
  private static boolean creates(Call call) {
    String condition = call.header("If-None-Match");
    if (condition == null) {
      return false;
    }
    if (!condition.strip().equals("*") || call.header("If-Match") != null) {
      throw new InvalidRequestException("If-None-Match", condition, "*, without If-Match");
    }
    return true;
  }

  /**
   * Refuses with 412 unless the conditions of a call hold.
   *
   * @param tag the current tag; null for what does not exist
   */
  public static void check(Call call, @Nullable String tag) {
    String condition = condition(call);
    if (creates(call)) {
      if (tag != null) {
        throw refused("It exists already; its ETag is " + tag, tag);
      }
    } else if (tag == null) {
      throw refused("It does not exist", null);
    } else if (condition != null) {
      check(condition, tag);
    }
  }

  /** Refuses with 412 unless the condition names the tag. */
  public static void check(String condition, String tag) {
    if (Arrays.stream(condition.split(",", -1)).map(String::strip).noneMatch(tag::equals)) {
      throw changed(tag);
    }
  }

  /** Status 412: the tag is another now. */
  public static Refusal changed(String tag) {
    return refused("It has changed since it was read; its ETag is now " + tag, tag);
  }

  private static Refusal refused(String detail, @Nullable String tag) {
    Problem problem = Problem.of(412, "CHANGED_MEANWHILE", detail);
    return new Refusal(tag == null ? problem : problem.with("etag", tag));
  }
}
