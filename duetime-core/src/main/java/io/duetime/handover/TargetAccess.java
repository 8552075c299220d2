package io.duetime.handover;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a target may name, where those who write them are not those who run the
 * process: targets that a server takes over HTTP.
 *
 * @param folder the folder of the files that they may name; null for none
 * @param variablePrefix how the environment variables begin that they may name; empty for none
 * @param privateRanges the addresses that {@code allowPrivate} may allow
 */
public record TargetAccess(
    @Nullable Path folder, String variablePrefix, List<IpRange> privateRanges) {
  /** No files, no variables, and no addresses that are not public. */
  public static final TargetAccess NONE = new TargetAccess(null, "", List.of());

  /** Copies the ranges. */
  public TargetAccess {
    privateRanges = List.copyOf(privateRanges);
  }
}
