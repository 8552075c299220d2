package io.duetime.embedded;

import io.duetime.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads options from a URI or a configuration. */
final class OptionText {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})(KiB|MiB|GiB)?");
  private static final Set<String> NAMES =
      Set.of("maxPayload", "lowSpace", "reserve", "cache", "buffers", "window");

  private final Map<String, String> texts;

  private OptionText(Map<String, String> texts) {
    this.texts = texts;
  }

  /** Reads {@code name=value&name=value}, and what else is given; the former wins. */
  static EmbeddedOptions parse(String query, Map<String, String> others) {
    Map<String, String> texts = new LinkedHashMap<>(others);
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new InvalidRequestException("uri", pair, "name=value");
      }
      texts.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    for (String name : texts.keySet()) {
      if (!NAMES.contains(name)) {
        throw new InvalidRequestException("option", name, String.join(", ", new TreeSet<>(NAMES)));
      }
    }
    return new OptionText(texts).options();
  }

  private EmbeddedOptions options() {
    EmbeddedOptions usual = EmbeddedOptions.DEFAULT;
    return new EmbeddedOptions(
        number("maxPayload", usual.maxPayloadBytes()),
        size("lowSpace", usual.lowSpaceBytes()),
        size("reserve", usual.reserveBytes()),
        size("cache", usual.cacheBytes()),
        size("buffers", usual.bufferBytes()),
        number("window", usual.window()));
  }

  private int number(String name, int usual) {
    return (int) Math.min(Integer.MAX_VALUE, size(name, usual));
  }

  private long size(String name, long usual) {
    String text = texts.get(name);
    if (text == null) {
      return usual;
    }
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new InvalidRequestException(name, text, "a number, or one with KiB, MiB or GiB");
    }
    long number = Long.parseLong(size.group(1));
    String unit = size.group(2);
    return unit == null ? number : Math.multiplyExact(number, bytes(unit));
  }

  private static long bytes(String unit) {
    return switch (unit) {
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      default -> 1L << 30;
    };
  }
}
