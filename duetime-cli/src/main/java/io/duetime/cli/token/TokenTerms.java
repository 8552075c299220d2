package io.duetime.cli.token;

import io.duetime.internal.settings.DurationReader;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.NullNode;

/** The options that say what a token may do, until when, and how often. */
final class TokenTerms {
  @Option(
      names = "--grant",
      paramLabel = "ROLES=QUEUES",
      description = {
        "Roles on queues, such as produce,read=orders*,mail; without queues on all of them; may be "
            + "repeated. Roles: read (metadata only), payload, produce, consume, admin."
      })
  private List<String> grants = new ArrayList<>();

  @Option(
      names = "--expires-after",
      paramLabel = "TIME",
      description = {
        "When the token expires, such as 90d, or never. Without this option a new token never "
            + "expires, and a changed one keeps its expiry."
      })
  private @Nullable String expiresAfter;

  @Option(
      names = "--requests-per-second",
      paramLabel = "N",
      description = {
        "The most requests on each server, 0 for no limit. Without this option a new token has no "
            + "limit, and a changed one keeps its own."
      })
  private @Nullable Integer requestsPerSecond;

  @Option(
      names = "--jobs-per-second",
      paramLabel = "N",
      description = {
        "The most jobs that it may schedule on each server, also in batches and streams; 0 for no "
            + "limit. Without this option a new token has no limit, and a changed one keeps its own."
      })
  private @Nullable Integer jobsPerSecond;

  List<Grant> grants() {
    return grants.stream().map(Grant::parse).toList();
  }

  Token.Bounds bounds(long nowMillis) {
    return new Token.Bounds(
        expiresAfter == null || isNever(expiresAfter)
            ? Long.MAX_VALUE
            : Token.expiry(nowMillis, DurationReader.parse("expiresAfter", expiresAfter)),
        requestsPerSecond == null ? 0 : requestsPerSecond,
        jobsPerSecond == null ? 0 : jobsPerSecond);
  }

  private static boolean isNever(String expiry) {
    return expiry.equalsIgnoreCase("never");
  }

  Map<String, Object> body() {
    Map<String, Object> body = TokenCommand.fields(grants());
    if (expiresAfter != null) {
      body.put("expiresAfter", isNever(expiresAfter) ? NullNode.getInstance() : expiresAfter);
    }
    if (requestsPerSecond != null) {
      body.put("requestsPerSecond", requestsPerSecond);
    }
    if (jobsPerSecond != null) {
      body.put("jobsPerSecond", jobsPerSecond);
    }
    return body;
  }
}
