package io.duetime.cli.remote;

import java.io.IOException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Describes why a connection failed, with what to do about common mistakes. */
final class LostConnection {
  private LostConnection() {}

  /**
   * A sentence about a failure.
   *
   * @param hasAnswered whether this server has answered before, so that its URL is right
   */
  static String words(URI server, boolean hasAnswered, IOException failure) {
    if (isOfUnknownAuthority(failure)) {
      return "the certificate of "
          + server
          + " is from an authority that this command does not trust; name the authority's"
          + " certificate with --ca-file or DUETIME_CA_FILE";
    }
    String words = "lost the connection to " + server + ": " + failure.getMessage();
    if (hasAnswered) {
      return words;
    }
    if ("http".equals(server.getScheme())) {
      return words + "; does it answer with TLS? Then use https://";
    }
    return isPlain(failure) ? words + "; does it answer without TLS? Then use http://" : words;
  }

  private static boolean isOfUnknownAuthority(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .anyMatch(CertPathBuilderException.class::isInstance);
  }

  private static boolean isPlain(IOException failure) {
    return failure instanceof SSLException
        && String.valueOf(failure.getMessage()).contains("SSL message");
  }
}
