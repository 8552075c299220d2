package io.duetime.server.beanstalkd.wire;

import io.duetime.DuetimeException;
import io.duetime.RetryableException;
import io.vertx.core.buffer.Buffer;

/** The answers of the protocol. */
public final class Reply {
  public static final String BAD_FORMAT = "BAD_FORMAT";
  public static final String UNKNOWN_COMMAND = "UNKNOWN_COMMAND";
  public static final String OUT_OF_MEMORY = "OUT_OF_MEMORY";
  public static final String INTERNAL_ERROR = "INTERNAL_ERROR";
  public static final String EXPECTED_CRLF = "EXPECTED_CRLF";
  public static final String JOB_TOO_BIG = "JOB_TOO_BIG";
  public static final String DRAINING = "DRAINING";
  public static final String NOT_FOUND = "NOT_FOUND";
  public static final String NOT_IGNORED = "NOT_IGNORED";
  public static final String TIMED_OUT = "TIMED_OUT";
  public static final String DEADLINE_SOON = "DEADLINE_SOON";
  public static final String DELETED = "DELETED";
  public static final String RELEASED = "RELEASED";
  public static final String BURIED = "BURIED";
  public static final String TOUCHED = "TOUCHED";
  public static final String KICKED = "KICKED";
  public static final String PAUSED = "PAUSED";
  public static final String AUTHENTICATED = "AUTHENTICATED";
  public static final String FORBIDDEN = "FORBIDDEN";
  public static final String TOO_MANY_REQUESTS = "TOO_MANY_REQUESTS";

  private Reply() {}

  /** Answers a line. */
  public static Buffer line(String text) {
    return Buffer.buffer(text.length() + 2).appendString(text, "ISO-8859-1").appendString("\r\n");
  }

  /** Answers a word and a number. */
  public static Buffer line(String word, long number) {
    return line(word + " " + number);
  }

  /** Answers RESERVED or FOUND with a body. */
  public static Buffer job(String word, long id, byte[] body) {
    return Buffer.buffer(body.length + 40)
        .appendString(word + " " + id + " " + body.length + "\r\n")
        .appendBytes(body)
        .appendString("\r\n");
  }

  /** Answers OK with a YAML document. */
  public static Buffer yaml(String document) {
    return line("OK " + document.length())
        .appendString(document, "ISO-8859-1")
        .appendString("\r\n");
  }

  /** Answers a failure: OUT_OF_MEMORY asks the client to try again later. */
  public static Buffer failure(DuetimeException failure) {
    return line(failure instanceof RetryableException ? OUT_OF_MEMORY : INTERNAL_ERROR);
  }
}
