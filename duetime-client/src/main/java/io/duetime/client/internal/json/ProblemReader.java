package io.duetime.client.internal.json;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns problem details into the exceptions that an engine in this process would throw. */
public final class ProblemReader {
  /** How an {@link InvalidRequestException} names a value that is missing. */
  private static final String MISSING = "missing";

  private ProblemReader() {}

  /** Reads a problem with a code, such as the error of one item. */
  public static DuetimeException read(JsonFields problem) {
    String detail = detail(problem);
    return code(problem)
        .map(code -> of(code, detail, problem))
        .orElseGet(() -> unknown(problem.textOrNull("code"), detail));
  }

  /** The words of a problem. */
  public static String detail(JsonFields problem) {
    return problem.has("detail") ? problem.text("detail") : "the server gave no reason";
  }

  /** The code of a problem; empty for a code of HTTP itself. */
  public static Optional<ErrorCode> code(JsonFields problem) {
    String code = problem.textOrNull("code");
    return Arrays.stream(ErrorCode.values()).filter(one -> one.name().equals(code)).findFirst();
  }

  private static DuetimeException of(ErrorCode code, String detail, JsonFields problem) {
    return switch (code) {
      case INVALID, UNKNOWN_STORE, UNSUPPORTED -> invalid(code, detail, problem);
      case QUOTA_EXCEEDED, STORE_FULL, STORE_UNAVAILABLE, LEASE_LOST, INTERRUPTED ->
          new RetryableException(code, detail);
      // The server's store is closed because the server stops; another one may answer.
      case STORE_CLOSED -> new RetryableException(ErrorCode.STORE_UNAVAILABLE, detail);
      case OUTCOME_UNKNOWN -> new OutcomeUnknownException(detail, null);
      case STORE_REFUSED, STORE_LOCKED, STORE_DAMAGED, STORE_FAILED, INTERNAL ->
          new StoreFailureException(code, detail);
    };
  }

  private static DuetimeException invalid(ErrorCode code, String detail, JsonFields problem) {
    if (!problem.has("field") || !problem.has("allowed")) {
      return new InvalidRequestException(code, "request", null, detail);
    }
    String value = problem.textOrNull("value");
    return new InvalidRequestException(
        code, problem.text("field"), MISSING.equals(value) ? null : value, problem.text("allowed"));
  }

  /** A code of HTTP itself, or of a newer server. */
  private static DuetimeException unknown(@Nullable String code, String detail) {
    return new InvalidRequestException("request", code, "what this server can do: " + detail);
  }
}
