package io.duetime.server.beanstalkd.wire;

/** Writes the documents of the statistics, as the protocol's clients expect them. */
public final class Yaml {
  private final StringBuilder text = new StringBuilder("---\n");

  /** Adds a value as it is. */
  public Yaml with(String key, Object value) {
    text.append(key).append(": ").append(value).append('\n');
    return this;
  }

  /** Adds a text in quotes, so that a name such as 1 or true stays a text. */
  public Yaml text(String key, String value) {
    return with(key, quoted(value));
  }

  /** Adds an item of a list. */
  public Yaml item(String name) {
    text.append("- ").append(name).append('\n');
    return this;
  }

  // Only ASCII: the length of an answer counts bytes.
  private static String quoted(String value) {
    return '"' + value.replaceAll("[^ -~]", "?").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
