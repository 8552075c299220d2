package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.IpRange;
import io.duetime.internal.settings.DurationReader;
import io.duetime.internal.text.DurationText;
import io.duetime.internal.text.StoreUri;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The values that a setting can have: their texts and their range. */
public interface SettingType<T> {
  /** The label of a value in the help of the command. */
  String label();

  /** The allowed values, as the end of the sentence "allowed: …". */
  String allowed();

  /** Reads a text; {@code field} is the name that a refusal has. */
  T parse(String field, String text);

  /** Refuses a value out of range. */
  default void check(String field, T value) {}

  /** Writes a value so that {@link #parse} reads it back; without passwords. */
  default String text(T value) {
    return value.toString();
  }

  /** Whether a value of YAML that is not a text is written as one of this type. */
  default boolean isWritten(JsonNode value) {
    return false;
  }

  /** All allowed texts for completion; empty if they are not listed. */
  default List<String> candidates() {
    return List.of();
  }

  /** True or false. */
  record Truth() implements SettingType<Boolean> {
    @Override
    public String label() {
      return String.join("|", candidates());
    }

    @Override
    public String allowed() {
      return "true or false";
    }

    @Override
    public Boolean parse(String field, String text) {
      if (!candidates().contains(text)) {
        throw new InvalidRequestException(field, text, allowed());
      }
      return Boolean.valueOf(text);
    }

    @Override
    public boolean isWritten(JsonNode value) {
      return value.isBoolean();
    }

    @Override
    public List<String> candidates() {
      return List.of("true", "false");
    }
  }

  /** A whole number in a range. */
  record Count(String label, int min, int max) implements SettingType<Integer> {
    @Override
    public String allowed() {
      return min + " to " + max;
    }

    @Override
    public Integer parse(String field, String text) {
      try {
        return Integer.valueOf(text);
      } catch (NumberFormatException malformed) {
        throw new InvalidRequestException(field, text, allowed());
      }
    }

    @Override
    public void check(String field, Integer value) {
      if (value < min || value > max) {
        throw new InvalidRequestException(field, value, allowed());
      }
    }

    @Override
    public boolean isWritten(JsonNode value) {
      return value.isIntegralNumber();
    }
  }

  /** A length of time in a range. */
  record Time(Duration min, Duration max) implements SettingType<Duration> {
    @Override
    public String label() {
      return "TIME";
    }

    @Override
    public String allowed() {
      return text(min) + " to " + text(max);
    }

    @Override
    public Duration parse(String field, String text) {
      return DurationReader.parse(field, text);
    }

    @Override
    public void check(String field, Duration value) {
      if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
        throw new InvalidRequestException(field, value, allowed());
      }
    }

    @Override
    public String text(Duration value) {
      return DurationText.exact(value);
    }
  }

  /** The path of a file. */
  record File(String format) implements SettingType<Path> {
    @Override
    public String label() {
      return "FILE";
    }

    @Override
    public String allowed() {
      return "the path of a " + format + " file";
    }

    @Override
    public Path parse(String field, String text) {
      try {
        return Path.of(text);
      } catch (InvalidPathException malformed) {
        throw new InvalidRequestException(field, text, allowed());
      }
    }
  }

  /** The path of a folder. */
  record Folder() implements SettingType<Path> {
    @Override
    public String label() {
      return "FOLDER";
    }

    @Override
    public String allowed() {
      return "the path of a folder";
    }

    @Override
    public Path parse(String field, String text) {
      try {
        return Path.of(text);
      } catch (InvalidPathException malformed) {
        throw new InvalidRequestException(field, text, allowed());
      }
    }
  }

  /** The beginning of names of environment variables. */
  record VariablePrefix() implements SettingType<String> {
    @Override
    public String label() {
      return "TEXT";
    }

    @Override
    public String allowed() {
      return "letters, digits and _, at least 3";
    }

    @Override
    public String parse(String field, String text) {
      return text;
    }

    @Override
    public void check(String field, String value) {
      if (!value.matches("[A-Za-z0-9_]{3,200}")) {
        throw new InvalidRequestException(field, value, allowed());
      }
    }
  }

  /** Ranges of addresses. */
  record AddressRanges() implements SettingType<List<IpRange>> {
    @Override
    public String label() {
      return "RANGES";
    }

    @Override
    public String allowed() {
      return "ranges with commas, such as 10.0.0.0/8,fd00::/8";
    }

    @Override
    public List<IpRange> parse(String field, String text) {
      return Stream.of(text.split(",", -1))
          .map(range ->
              IpRange.parse(range)
                  .orElseThrow(() -> new InvalidRequestException(field, text, allowed())))
          .toList();
    }

    @Override
    public String text(List<IpRange> value) {
      return value.stream().map(IpRange::toString).collect(Collectors.joining(","));
    }
  }

  /** A constant of an enum, in any case. */
  record Choice<E extends Enum<E>>(String label, Class<E> constants) implements SettingType<E> {
    @Override
    public String allowed() {
      List<String> names = candidates();
      int last = names.size() - 1;
      return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    @Override
    public E parse(String field, String text) {
      try {
        return Enum.valueOf(constants, text.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException unknown) {
        throw new InvalidRequestException(field, text, allowed());
      }
    }

    @Override
    public List<String> candidates() {
      return Stream.of(constants.getEnumConstants()).map(Enum::name).toList();
    }
  }

  /** The URI of a store, which may contain a password. */
  record Store() implements SettingType<String> {
    @Override
    public String label() {
      return "URI";
    }

    @Override
    public String allowed() {
      return "a URI such as embedded:./duetime-data or redis://localhost";
    }

    @Override
    public String parse(String field, String text) {
      return text;
    }

    @Override
    public void check(String field, String value) {
      if (value.indexOf(':') < 1) {
        throw new InvalidRequestException(field, value, allowed());
      }
    }

    @Override
    public String text(String value) {
      // A folder may have any name.
      return value.startsWith("embedded:") ? value : StoreUri.withoutSecrets(value);
    }
  }

  /** A pattern of names of queues. */
  record QueuePattern() implements SettingType<String> {
    @Override
    public String label() {
      return "PATTERN";
    }

    @Override
    public String allowed() {
      return "a name of a queue with * for any characters";
    }

    @Override
    public String parse(String field, String text) {
      return text;
    }

    @Override
    public void check(String field, String value) {
      Limits.queuePattern(field, value);
    }
  }

  /** An address to listen at. */
  record Address() implements SettingType<HostPort> {
    @Override
    public String label() {
      return "HOST:PORT";
    }

    @Override
    public String allowed() {
      return HostPort.FORMS;
    }

    @Override
    public HostPort parse(String field, String text) {
      return HostPort.parse(field, text);
    }
  }

  /** The addresses of the beanstalkd protocol, or {@code off}. */
  record BeanstalkdAddresses() implements SettingType<List<BeanstalkdAddress>> {
    private static final String OFF = "off";

    @Override
    public String label() {
      return "ADDRESS[=TOKEN-NAME]";
    }

    @Override
    public String allowed() {
      return "HOST:PORT or unix:FILE, with or without =TOKEN-NAME, several with commas, or off";
    }

    @Override
    public List<BeanstalkdAddress> parse(String field, String text) {
      return text.equals(OFF) ? List.of() : BeanstalkdAddress.parse(field, text);
    }

    @Override
    public String text(List<BeanstalkdAddress> value) {
      return value.isEmpty()
          ? OFF
          : value.stream().map(BeanstalkdAddress::toString).collect(Collectors.joining(","));
    }
  }

  /** The levels of the log. */
  record Levels() implements SettingType<LogLevels> {
    @Override
    public String label() {
      return "LEVELS";
    }

    @Override
    public String allowed() {
      return LogLevels.FORMS;
    }

    @Override
    public LogLevels parse(String field, String text) {
      return LogLevels.parse(field, text);
    }
  }
}
