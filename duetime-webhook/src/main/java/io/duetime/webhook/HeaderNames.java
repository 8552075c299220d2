package io.duetime.webhook;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells which headers a message may have in addition to those that Duetime sets. */
final class HeaderNames {
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /** They tell where a message goes and where it ends; a caller must not change that. */
  private static final Set<String> OF_HTTP =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "user-agent");

  private static final Set<String> SECRET = Set.of("authorization", "cookie");

  /**
   * Receivers and proxies take them as facts about who calls, which method is meant and where the
   * request was first sent to; only the settings of a target may give them.
   */
  private static final Set<String> TRUSTED =
      Set.of(
          "cf-connecting-ip",
          "forwarded",
          "http2-settings",
          "origin",
          "true-client-ip",
          "via",
          "x-client-ip",
          "x-cluster-client-ip",
          "x-host",
          "x-http-method",
          "x-http-method-override",
          "x-method-override",
          "x-real-ip",
          "x-request-uri",
          "x-rewrite-url");

  private static final List<String> TRUSTED_PREFIXES =
      List.of("x-envoy-", "x-forwarded-", "x-original-");

  private HeaderNames() {}

  /** Whether a header of a job may be sent. */
  static boolean isFreeForJobs(String name) {
    // CGI and its successors read _ and - as the same.
    String lower = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return isFree(name)
        && isFree(lower)
        && !isSecret(lower)
        && !TRUSTED.contains(lower)
        && TRUSTED_PREFIXES.stream().noneMatch(lower::startsWith);
  }

  /** Whether the settings of a target may give a header. */
  static boolean isFree(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return TOKEN.matcher(name).matches()
        && !OF_HTTP.contains(lower)
        && !lower.startsWith("webhook-")
        && !lower.startsWith("proxy-")
        && !lower.startsWith("duetime-");
  }

  static boolean isSecret(String name) {
    return SECRET.contains(name.toLowerCase(Locale.ROOT));
  }
}
