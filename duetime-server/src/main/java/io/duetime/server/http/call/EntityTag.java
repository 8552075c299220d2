package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.server.json.Problem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares {@code If-Match} with the version of what a call changes, and names it in answers. */
public final class EntityTag {
  private EntityTag() {}

  /** The tag of these settings. */
  public static String of(QueueSettings settings) {
    return "\"" + settings.version().orElse(0) + "\"";
  }

  /** The condition of a call, or null without one. */
  public static @Nullable String condition(Call call) {
    String condition = call.header("If-Match");
    return condition == null || condition.strip().equals("*") ? null : condition;
  }

  /** Refuses a call with a condition, for what has no tag; otherwise it would be ignored. */
  public static void requireNoCondition(Call call) {
    String condition = call.header("If-Match");
    if (condition != null) {
      throw new InvalidRequestException(
          "If-Match", condition, "only for the settings of a queue; leave the header out");
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
    return new Refusal(
        Problem.of(
                412,
                "CHANGED_MEANWHILE",
                "It has changed since it was read; its ETag is now " + tag)
            .with("etag", tag));
  }
}
