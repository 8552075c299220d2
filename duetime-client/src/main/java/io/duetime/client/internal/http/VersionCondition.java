package io.duetime.client.internal.http;

import java.util.Map;
import java.util.OptionalLong;

/** Writes the version to which a change applies as a header. */
public final class VersionCondition {
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
