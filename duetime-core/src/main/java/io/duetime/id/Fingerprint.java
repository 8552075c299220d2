package io.duetime.id;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Groups failures of one cause: the hash of an error's class, first own frame and first line,
 * without what differs between two jobs. The algorithm is in {@code docs/formats/hashes.md}.
 */
public final class Fingerprint {
  public static final String LEASE_LOST = "fp1:lease-lost";

  /** The fingerprint of an attempt that was interrupted by the close of its worker. */
  public static final String INTERRUPTED = "fp1:interrupted";

  /** The fingerprint of a job that died because it had expired. */
  public static final String EXPIRED = "fp1:expired";

  /** Before each frame of a stack in the text of an error. */
  public static final String FRAME = "\n  at ";

  private static final String CAUSE = "\ncaused by ";
  private static final String VERSION = "fp1:";
  private static final int DIGITS = 16;
  private static final int LONGEST_LINE = 500;

  private static final List<String> FOREIGN =
      List.of(
          "com.fasterxml.",
          "com.sun.",
          "groovy.",
          "io.duetime.",
          "io.micrometer.",
          "io.netty.",
          "io.opentelemetry.",
          "io.vertx.",
          "jakarta.",
          "java.",
          "javax.",
          "jdk.",
          "kotlin.",
          "kotlinx.",
          "org.aopalliance.",
          "org.apache.",
          "org.hibernate.",
          "org.slf4j.",
          "org.springframework.",
          "reactor.",
          "scala.",
          "sun.",
          "tools.jackson.");

  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]*\"|`[^`]*`|(?<![\\p{L}\\d])'[^']*'(?![\\p{L}\\d])");
  private static final Pattern NUMBER_LIKE =
      Pattern.compile(
          "\\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b"
              + "|\\b0[xX][0-9a-fA-F]+\\b"
              + "|(?<=@)[0-9a-fA-F]{4,}\\b"
              + "|\\b(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}\\b"
              + "|\\b[0-9a-fA-F]{0,4}(?:::?[0-9a-fA-F]{1,4}){3,7}\\b"
              + "|[0-9]+");
  private static final Pattern PROXY = Pattern.compile("\\$\\$.*(?=\\.[^.]*$)");
  private static final Pattern LAMBDA = Pattern.compile("\\blambda\\$(.+)\\$\\d+$");

  private Fingerprint() {}

  /** Returns the fingerprint of an error by the text that is stored of it. */
  public static String of(String error) {
    int cause = error.indexOf(CAUSE);
    String own = cause < 0 ? error : error.substring(0, cause);
    return VERSION + StableHash.hex(firstLine(own) + "\n" + frame(own)).substring(0, DIGITS);
  }

  /** Whether a frame is that of a library, not of the application. */
  public static boolean isForeign(String frame) {
    String method = method(frame);
    return FOREIGN.stream().anyMatch(method::startsWith);
  }

  private static String firstLine(String error) {
    int end = error.indexOf('\n');
    String line = end < 0 ? error : error.substring(0, end);
    String bounded = line.substring(0, Math.min(LONGEST_LINE, line.length()));
    return NUMBER_LIKE.matcher(QUOTED.matcher(bounded).replaceAll("?")).replaceAll("#");
  }

  private static String frame(String error) {
    int from = error.indexOf(FRAME);
    while (from >= 0) {
      int next = error.indexOf(FRAME, from + FRAME.length());
      String frame = error.substring(from + FRAME.length(), next < 0 ? error.length() : next);
      if (!isForeign(frame)) {
        return method(frame);
      }
      from = next;
    }
    return "";
  }

  /** Class and method of a frame, without module, line, and the suffixes of proxies and lambdas. */
  private static String method(String frame) {
    int bracket = frame.indexOf('(');
    String method = PROXY.matcher(bracket < 0 ? frame : frame.substring(0, bracket)).replaceAll("");
    Matcher lambda = LAMBDA.matcher(method.substring(method.lastIndexOf('/') + 1));
    return lambda.replaceAll("$1");
  }
}
