package io.duetime.redis.internal.link.send;

import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;

/** The name of a command. */
public final class Keyword implements ProtocolKeyword {
  static final Keyword EVAL = new Keyword("EVAL");
  static final Keyword EVALSHA = new Keyword("EVALSHA");
  public static final Keyword WAIT = new Keyword("WAIT");
  public static final Keyword WAITAOF = new Keyword("WAITAOF");
  public static final Keyword HELLO = new Keyword("HELLO");
  public static final Keyword ASKING = new Keyword("ASKING");

  private final String name;
  private final byte[] bytes;

  public Keyword(String name) {
    this.name = name;
    this.bytes = name.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] getBytes() {
    return bytes;
  }

  @Override
  public String toString() {
    return name;
  }
}
