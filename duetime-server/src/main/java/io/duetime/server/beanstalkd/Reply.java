package io.duetime.server.beanstalkd;

import io.duetime.DuetimeException;
import io.duetime.RetryableException;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The answers of the protocol. */
final class Reply {
  static final String BAD_FORMAT = "BAD_FORMAT";
  static final String UNKNOWN_COMMAND = "UNKNOWN_COMMAND";
  static final String OUT_OF_MEMORY = "OUT_OF_MEMORY";
  static final String INTERNAL_ERROR = "INTERNAL_ERROR";
  static final String EXPECTED_CRLF = "EXPECTED_CRLF";
  static final String JOB_TOO_BIG = "JOB_TOO_BIG";
  static final String DRAINING = "DRAINING";
  static final String NOT_FOUND = "NOT_FOUND";
  static final String NOT_IGNORED = "NOT_IGNORED";
  static final String TIMED_OUT = "TIMED_OUT";
  static final String DEADLINE_SOON = "DEADLINE_SOON";
  static final String DELETED = "DELETED";
  static final String RELEASED = "RELEASED";
  static final String BURIED = "BURIED";
  static final String TOUCHED = "TOUCHED";
  static final String KICKED = "KICKED";
  static final String PAUSED = "PAUSED";
  static final String AUTHENTICATED = "AUTHENTICATED";
  static final String FORBIDDEN = "FORBIDDEN";
  static final String TOO_MANY_REQUESTS = "TOO_MANY_REQUESTS";

  private Reply() {}

  static Buffer line(String text) {
    return Buffer.buffer(text.length() + 2).appendString(text, "ISO-8859-1").appendString("\r\n");
  }

  /** Answers a line at once. */
  static CompletableFuture<Buffer> atOnce(String text) {
    return CompletableFuture.completedFuture(line(text));
  }

  static Buffer line(String word, long number) {
    return line(word + " " + number);
  }

  /** Answers RESERVED or FOUND with a body. */
  static Buffer job(String word, long id, byte[] body) {
    return Buffer.buffer(body.length + 40)
        .appendString(word + " " + id + " " + body.length + "\r\n")
        .appendBytes(body)
        .appendString("\r\n");
  }

  /** Answers OK with a YAML document. */
  static Buffer yaml(Yaml document) {
    String text = document.text.toString();
    return line("OK " + text.length()).appendString(text, "ISO-8859-1").appendString("\r\n");
  }

  /** Answers a failure: OUT_OF_MEMORY asks the client to try again later. */
  static Buffer failure(DuetimeException failure) {
    return line(failure instanceof RetryableException ? OUT_OF_MEMORY : INTERNAL_ERROR);
  }

  /** Writes the documents of the statistics, as the protocol's clients expect them. */
  static final class Yaml {
    private final StringBuilder text = new StringBuilder("---\n");

    /** Adds a value as it is. */
    Yaml with(String key, Object value) {
      text.append(key).append(": ").append(value).append('\n');
      return this;
    }

    Yaml with(Map<String, ?> values) {
      values.forEach(this::with);
      return this;
    }

    /** Adds a text in quotes, so that a name such as 1 or true stays a text. */
    Yaml text(String key, String value) {
      return with(key, quoted(value));
    }

    Yaml item(String name) {
      text.append("- ").append(name).append('\n');
      return this;
    }

    // Only ASCII: the length of an answer counts bytes.
    private static String quoted(String value) {
      return '"'
          + value.replaceAll("[^ -~]", "?").replace("\\", "\\\\").replace("\"", "\\\"")
          + '"';
    }
  }
}
