package io.duetime.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** What was given on the command line as {@code --name value}, again and again. */
public final class Flags {
  private final String usage;
  private final Map<String, String> values;

  private Flags(String usage, Map<String, String> values) {
    this.usage = usage;
    this.values = values;
  }

  /** Reads them; whatever else there is, or a name that is not known, is refused with the usage. */
  public static Flags parse(String usage, Set<String> known, String... args) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < args.length; i += 2) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      if (!known.contains(name) || i + 1 == args.length) {
        throw new IllegalArgumentException(usage);
      }
      values.put(name, args[i + 1]);
    }
    return new Flags(usage, values);
  }

  /** Returns the value of a flag, or a default. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** A whole number of at least one. */
  public long get(String name, long otherwise) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw new IllegalArgumentException(usage);
    }
    return Long.parseLong(text);
  }

  /** Several, between commas. */
  public <T> List<T> get(String name, List<T> otherwise, Function<String, T> parse) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Stream.of(text.split(",", -1)).map(parse).toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(usage, e);
    }
  }

  /** Several constants of an enum, in lower case; all unless given. */
  public <E extends Enum<E>> List<E> get(String name, Class<E> type) {
    return get(
        name,
        List.of(type.getEnumConstants()),
        text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
  }
}
