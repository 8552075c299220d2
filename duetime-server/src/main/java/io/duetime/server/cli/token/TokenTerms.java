package io.duetime.server.cli.token;

import io.duetime.Limits;
import io.duetime.internal.parse.DurationReader;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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
      description = "When the token expires, such as 90d; default: never.")
  private @Nullable String expiresAfter;

  @Option(
      names = "--requests-per-second",
      paramLabel = "N",
      description = "The most requests on each server; 0 (default) for no limit.")
  private @Nullable Integer requestsPerSecond;

  List<Grant> grants() {
    return grants.stream().map(Grant::parse).toList();
  }

  Token.Bounds bounds(long nowMillis) {
    return new Token.Bounds(
        expiresAfter == null
            ? Long.MAX_VALUE
            : nowMillis
                + Limits.upToHundredYears(
                        "expiresAfter", DurationReader.parse("expiresAfter", expiresAfter))
                    .toMillis(),
        requestsPerSecond == null ? 0 : requestsPerSecond);
  }

  Map<String, Object> body() {
    Map<String, Object> body = TokenCommand.fields(grants());
    if (expiresAfter != null) {
      body.put("expiresAfter", expiresAfter);
    }
    if (requestsPerSecond != null) {
      body.put("requestsPerSecond", requestsPerSecond);
    }
    return body;
  }
}
