package io.duetime.webhook;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells which headers a message may have besides those that Duetime sets. */
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

  private HeaderNames() {}

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
