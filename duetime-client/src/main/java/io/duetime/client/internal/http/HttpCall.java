package io.duetime.client.internal.http;

import io.duetime.engine.Operation;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One call to a server.
 *
 * @param json the body; null for none
 * @param headers those of this call alone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HttpCall(
    Operation operation,
    String method,
    String path,
    byte @Nullable [] json,
    Map<String, String> headers) {
  /** A call without a body. */
  public static HttpCall of(Operation operation, String method, String path) {
    return new HttpCall(operation, method, path, null, Map.of());
  }

  /** The same with a body. */
  public HttpCall with(JsonShape body) {
    return new HttpCall(operation, method, path, body.bytes(), headers);
  }

  /** The same with these headers. */
  public HttpCall with(Map<String, String> newHeaders) {
    return new HttpCall(operation, method, path, json, newHeaders);
  }

  /** Writes the version to which a change applies as a header. */
  public static final class VersionCondition {
    private VersionCondition() {}

    /** The header of a change of this version; 0 means that nothing must be stored. */
    public static Map<String, String> of(OptionalLong version) {
      if (version.isEmpty()) {
        return Map.of();
      }
      return version.getAsLong() == 0
          ? Map.of("If-None-Match", "*")
          : Map.of("If-Match", "\"" + version.getAsLong() + "\"");
    }
  }

  /**
   * An answer that is not an error.
   *
   * @param status the HTTP status: 2xx, or that of {@link #missing}, {@link #changedMeanwhile} and
   *     {@link #refusesJob}
   * @param body its JSON
   */
  public record ServerAnswer(int status, Fields body) {
    private static final String NOT_FOUND = "NOT_FOUND";
    private static final String CHANGED_MEANWHILE = "CHANGED_MEANWHILE";

    /** Whether what the path names does not exist. */
    public boolean missing() {
      return status == 404 && NOT_FOUND.equals(body.textOrNull("code"));
    }

    /**
     * Whether a change was refused because of the version that it names, in its body or a header.
     */
    public boolean changedMeanwhile() {
      return (status == 409 || status == 412) && CHANGED_MEANWHILE.equals(body.textOrNull("code"));
    }

    /** Whether the one job that was to be scheduled was refused: the problem names its id. */
    public boolean refusesJob() {
      return status >= 400 && body.hasValue("id") && body.hasValue("code");
    }

    boolean isExpected() {
      return (status >= 200 && status < 300) || missing() || changedMeanwhile() || refusesJob();
    }
  }
}
