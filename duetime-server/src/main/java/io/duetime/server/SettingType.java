package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.IpRange;
import io.duetime.server.LogSetup.LogLevels;
import io.duetime.settings.DurationReader;
import io.duetime.text.DurationText;
import io.duetime.text.StoreUri;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The values that a setting can have: their texts and their range. Immutable after its making. */
public final class SettingType<T> {
  private static final String FILE = "FILE";
  private static final String OFF = "off";

  static final SettingType<Boolean> TRUTH =
      of("true|false", "true or false", SettingType::truth)
          .among("true", "false")
          .writtenAs(JsonNode::isBoolean);

  static final SettingType<Path> FOLDER = of("FOLDER", "the path of a folder", Path::of);

  /** The beginning of names of environment variables. */
  static final SettingType<String> VARIABLE_PREFIX =
      of("TEXT", "letters, digits and _, at least 3", Function.<String>identity())
          .within(text -> text.matches("[A-Za-z0-9_]{3,200}"));

  static final SettingType<List<IpRange>> ADDRESS_RANGES =
      of("RANGES", "ranges with commas, such as 10.0.0.0/8,fd00::/8", SettingType::ranges)
          .writes(SettingType::joined);

  /** The URI of a store, which may contain a password. */
  static final SettingType<String> STORE =
      of(
              "URI",
              "a URI such as embedded:./duetime-data or redis://localhost",
              Function.<String>identity())
          // A process with the engine over HTTP must not serve the store of another server.
          .within(uri -> uri.indexOf(':') >= 1 && !uri.matches("https?:.*"))
          // A folder may have any name.
          .writes(uri -> uri.startsWith("embedded:") ? uri : StoreUri.withoutSecrets(uri));

  static final SettingType<String> LINE =
      of("TEXT", "1 to 255 printable ASCII characters", Function.<String>identity())
          .within(text -> text.matches("[ -~]{1,255}") && !text.isBlank());

  /** The URL of an issuer of OpenID Connect; on this machine it needs no TLS. */
  static final SettingType<URI> ISSUER =
      of("URL", "an https URL without query, or http on a loopback address", URI::create)
          .within(SettingType::isIssuer);

  static final SettingType<String> QUEUE_PATTERN =
      new SettingType<>(
          "PATTERN", "a name of a queue with * for any characters", Limits::queuePattern);

  static final SettingType<HostPort> ADDRESS =
      new SettingType<>("HOST:PORT", HostPort.FORMS, HostPort::parse);

  static final SettingType<List<BeanstalkdAddress>> BEANSTALKD_ADDRESSES =
      new SettingType<>(
              "ADDRESS[=TOKEN-NAME]",
              "HOST:PORT or unix:FILE, with or without =TOKEN-NAME, several with commas, or off",
              SettingType::beanstalkdAddresses)
          .writes(addresses -> addresses.isEmpty() ? OFF : joined(addresses));

  static final SettingType<LogLevels> LEVELS =
      new SettingType<>("LEVELS", LogLevels.FORMS, LogLevels::parse);

  private final String label;
  private final String allowed;
  private final BiFunction<String, String, T> reader;
  private Predicate<T> range = any -> true;
  private Function<T, String> writer = String::valueOf;
  private Predicate<JsonNode> written = any -> false;
  private List<String> candidates = List.of();

  /** A text that the reader refuses with an {@code IllegalArgumentException} is not allowed. */
  private SettingType(String label, String allowed, BiFunction<String, String, T> reader) {
    this.label = label;
    this.allowed = allowed;
    this.reader = reader;
  }

  private static <T> SettingType<T> of(String label, String allowed, Function<String, T> reader) {
    return new SettingType<>(label, allowed, (field, text) -> reader.apply(text));
  }

  static SettingType<Integer> count(String label, int min, int max) {
    return of(label, min + " to " + max, Integer::valueOf)
        .within(value -> value >= min && value <= max)
        .writtenAs(JsonNode::isIntegralNumber);
  }

  /** A length of time from zero up. */
  static SettingType<Duration> time(Duration max) {
    return new SettingType<>("TIME", "0s to " + DurationText.exact(max), DurationReader::parse)
        .within(value -> !value.isNegative() && value.compareTo(max) <= 0)
        .writes(DurationText::exact);
  }

  static SettingType<Path> file(String format) {
    return of(FILE, "the path of a " + format + " file", Path::of);
  }

  /** A constant of an enum, in any case. */
  static <E extends Enum<E>> SettingType<E> choice(String label, Class<E> constants) {
    String[] names = Stream.of(constants.getEnumConstants()).map(Enum::name).toArray(String[]::new);
    int last = names.length - 1;
    String allowed =
        Stream.of(names).limit(last).collect(Collectors.joining(", ", "", " or " + names[last]));
    return of(label, allowed, text -> Enum.valueOf(constants, text.toUpperCase(Locale.ROOT)))
        .among(names);
  }

  private SettingType<T> within(Predicate<T> values) {
    range = values;
    return this;
  }

  private SettingType<T> writes(Function<T, String> text) {
    writer = text;
    return this;
  }

  private SettingType<T> writtenAs(Predicate<JsonNode> nodes) {
    written = nodes;
    return this;
  }

  private SettingType<T> among(String... texts) {
    candidates = List.of(texts);
    return this;
  }

  private static Boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.valueOf(text);
  }

  private static List<IpRange> ranges(String text) {
    return Stream.of(text.split(",", -1))
        .map(range -> IpRange.parse(range).orElseThrow(IllegalArgumentException::new))
        .toList();
  }

  private static List<BeanstalkdAddress> beanstalkdAddresses(String field, String text) {
    return text.equals(OFF) ? List.of() : BeanstalkdAddress.parse(field, text);
  }

  private static boolean isIssuer(URI url) {
    String host = url.getHost();
    return host != null
        && url.getRawQuery() == null
        && url.getRawFragment() == null
        && url.getRawUserInfo() == null
        && ("https".equals(url.getScheme())
            || ("http".equals(url.getScheme())
                && host.matches("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]")));
  }

  private static String joined(List<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  /** The label of a value in the help of the command. */
  public String label() {
    return label;
  }

  /** The allowed values, as the end of the sentence "allowed: …". */
  public String allowed() {
    return allowed;
  }

  /** All allowed texts for completion; empty if they are not listed. */
  public List<String> candidates() {
    return candidates;
  }

  /** Whether a value is the path of a file. */
  public boolean isFile() {
    return label.equals(FILE);
  }

  /** Reads a text; {@code field} is the name that a refusal has. */
  T parse(String field, String text) {
    T value;
    try {
      value = reader.apply(field, text);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException(field, text, allowed);
    }
    check(field, value);
    return value;
  }

  /** Refuses a value out of range. */
  void check(String field, T value) {
    if (!range.test(value)) {
      throw new InvalidRequestException(field, value, allowed);
    }
  }

  /** Writes a value so that {@link #parse} reads it back; without passwords. */
  String text(T value) {
    return writer.apply(value);
  }

  /** Whether a value of YAML that is not a text is written as one of this type. */
  boolean isWritten(JsonNode value) {
    return written.test(value);
  }
}
