package io.duetime.cli.remote;

import io.duetime.ErrorCode;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Errors after which a job may be accepted later, or may have been accepted. */
public final class PassingErrors {
  private static final Set<String> CODES =
      EnumSet.of(
              ErrorCode.STORE_UNAVAILABLE,
              ErrorCode.STORE_CLOSED,
              ErrorCode.STORE_LOCKED,
              ErrorCode.STORE_FULL,
              ErrorCode.QUOTA_EXCEEDED,
              ErrorCode.OUTCOME_UNKNOWN)
          .stream()
          .map(Enum::name)
          .collect(Collectors.toUnmodifiableSet());

  private PassingErrors() {}

  /** Whether sending the job again makes sense after this code. */
  public static boolean contains(String code) {
    return CODES.contains(code);
  }
}
