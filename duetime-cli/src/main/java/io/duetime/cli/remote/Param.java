package io.duetime.cli.remote;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option or operand of one declared command, with its value. By default a call sends an option
 * as the field of its name: {@code --max-wait} as {@code maxWait}.
 */
public final class Param {
  private static final Pattern WORD = Pattern.compile("-([a-z])");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private final String name;
  private final String label;
  private final Class<?> type;
  private final String[] description;
  private final String index;
  private final String arity;
  private String[] names;
  private Class<?>[] parts = {};
  private String split = "";
  private boolean isRequired;
  private @Nullable Iterable<String> words;
  private @Nullable ArgSpec arg;
  private @Nullable String field;
  private @Nullable Object sent;
  private boolean isWhole;

  private Param(
      String name, String label, Class<?> type, String index, String arity, String... description) {
    this.name = name;
    this.names = new String[] {name};
    this.label = label;
    this.type = type;
    this.index = index;
    this.arity = arity;
    this.description = description;
  }

  private static Param option(String name, String label, Class<?> type, String... description) {
    Param param = new Param(name, label, type, "", "", description);
    param.field =
        WORD.matcher(name.replaceFirst("^--", ""))
            .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    return param;
  }

  /** An option with a text. */
  public static Param text(String name, String label, String... description) {
    return option(name, label, String.class, description);
  }

  /** An option with a number. */
  public static Param number(String name, String description) {
    return option(name, "N", Long.class, description);
  }

  /** An option with a number, or with a word that the server knows. */
  public static Param whole(String name, String description) {
    Param param = text(name, "N", description);
    param.isWhole = true;
    return param;
  }

  /** An option with the name of a constant. */
  public static Param constant(
      String name, String label, Class<? extends Enum<?>> constants, String... description) {
    return option(name, label, constants, description);
  }

  /** An option that names a file. */
  public static Param file(String name, String description) {
    return option(name, "FILE", Path.class, description).local();
  }

  /** An option that may be repeated. */
  public static Param repeatable(String name, String label, String... description) {
    return option(name, label, List.class, description);
  }

  /** An option with whole numbers, separated by commas. */
  public static Param numbers(String name, String label, String description) {
    Param param = repeatable(name, label, description).split();
    param.parts = new Class<?>[] {Integer.class};
    return param;
  }

  /** An option with a name and a value, which may be repeated. */
  public static Param pairs(String name, String label, String... description) {
    return option(name, label, Map.class, description).local();
  }

  /** An option without a value. */
  public static Param flag(String name, String... description) {
    return option(name, "", boolean.class, description);
  }

  /**
   * An operand, which is not sent as a field; the path may name it.
   *
   * @param index its place, or that of the first of several and {@code ..*}
   */
  static Param operand(
      String label, Class<?> type, String index, String arity, String... description) {
    return new Param(label, label, type, index, arity, description);
  }

  /** Sends it as a field of another name. */
  public Param as(String newField) {
    this.field = newField;
    return this;
  }

  /** Sends this value for a flag. */
  public Param sending(Object value) {
    this.sent = value;
    return this;
  }

  /** Does not send it. */
  public Param local() {
    this.field = null;
    return this;
  }

  /** Adds a short name. */
  public Param or(String shortName) {
    names = new String[] {shortName, name};
    return this;
  }

  /** Refuses a command line without it. */
  public Param required() {
    isRequired = true;
    return this;
  }

  /** Splits its values at commas. */
  public Param split() {
    split = ",";
    return this;
  }

  /** Lets a shell complete the names of these constants. */
  public Param words(Class<? extends Enum<?>> constants) {
    return words(Arrays.stream(constants.getEnumConstants()).map(Enum::name).toList());
  }

  /** Lets a shell complete these words. */
  public Param words(Iterable<String> newWords) {
    words = newWords;
    return this;
  }

  String name() {
    return name;
  }

  @Nullable String field() {
    return field;
  }

  /** The value on the command line; null without one. */
  @Nullable Object value() {
    return arg == null ? null : arg.getValue();
  }

  /** What a call sends for the value; null if it is not given. */
  @Nullable Object toSend() {
    Object value = value();
    if (value == null || value.equals(false)) {
      return null;
    }
    return sent != null ? sent : isWhole ? numberOrText(String.valueOf(value)) : value;
  }

  /** A number for a text that is a whole number, otherwise the text. */
  public static Object numberOrText(String text) {
    return WHOLE.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
  }

  /** Builds it for a command line, which keeps the value in it. */
  ArgSpec build() {
    ArgSpec built =
        index.isEmpty()
            ? OptionSpec.builder(names)
                .paramLabel(label)
                .type(type)
                .auxiliaryTypes(parts)
                .splitRegex(split)
                .required(isRequired)
                .completionCandidates(words)
                .description(description)
                .build()
            : PositionalParamSpec.builder()
                .paramLabel(label)
                .index(index)
                .arity(arity)
                .required(arity.startsWith("1"))
                .type(type)
                .completionCandidates(words)
                .description(description)
                .build();
    arg = built;
    return built;
  }
}
