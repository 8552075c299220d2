package io.duetime.cli.remote;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option or operand of a declared command. By default a call sends an option as the field of its
 * name: {@code --max-wait} as {@code maxWait}.
 */
public final class Param {
  private static final Pattern WORD = Pattern.compile("-([a-z])");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private final String name;
  private final String label;
  private final String[] description;
  private final Class<?> type;
  private String split = "";
  private @Nullable Iterable<String> words;
  private @Nullable String field;
  private @Nullable Object sent;
  private boolean isWhole;

  private Param(String name, String label, Class<?> type, String... description) {
    this.name = name;
    this.label = label;
    this.type = type;
    this.description = description;
    this.field =
        WORD.matcher(name.replaceFirst("^--", ""))
            .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
  }

  /** An option with a text. */
  public static Param text(String name, String label, String... description) {
    return new Param(name, label, String.class, description);
  }

  /** An option with a number. */
  public static Param number(String name, String description) {
    return new Param(name, "N", Long.class, description);
  }

  /** An option with a number, or with a word that the server knows. */
  public static Param whole(String name, String description) {
    Param param = text(name, "N", description);
    param.isWhole = true;
    return param;
  }

  /** An option that names a file. */
  public static Param file(String name, String description) {
    return new Param(name, "FILE", Path.class, description).local();
  }

  /** An option that may be repeated. */
  public static Param repeatable(String name, String label, String... description) {
    return new Param(name, label, List.class, description);
  }

  /** An option with a name and a value, which may be repeated. */
  public static Param pairs(String name, String label, String... description) {
    return new Param(name, label, Map.class, description).local();
  }

  /** An option without a value. */
  public static Param flag(String name, String... description) {
    return new Param(name, "", boolean.class, description).sending(true);
  }

  /** An operand, which is not sent as a field; the path may name it. */
  static Param operand(String label, Class<?> type, String... description) {
    return new Param(label, label, type, description).local();
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

  /** Splits its values at commas. */
  public Param split() {
    this.split = ",";
    return this;
  }

  /** Lets a shell complete the names of these constants. */
  public Param words(Class<? extends Enum<?>> constants) {
    return words(Arrays.stream(constants.getEnumConstants()).map(Enum::name).toList());
  }

  /** Lets a shell complete these words. */
  public Param words(Iterable<String> newWords) {
    this.words = newWords;
    return this;
  }

  String name() {
    return name;
  }

  @Nullable String field() {
    return field;
  }

  /** What a call sends for a value of the command line. */
  Object toSend(Object value) {
    if (sent != null) {
      return sent;
    }
    return isWhole ? numberOrText(String.valueOf(value)) : value;
  }

  /** A number for a text that is a whole number, otherwise the text. */
  public static Object numberOrText(String text) {
    return WHOLE.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
  }

  /** The option for the command line, whose value is kept in a map by its name. */
  OptionSpec option(Map<String, Object> values) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(type)
        .auxiliaryTypes(parts())
        .splitRegex(split)
        .completionCandidates(words)
        .description(description)
        .getter(new Value(values, name))
        .setter(new Value(values, name))
        .build();
  }

  /** The operand for the command line, whose value is kept in a map by its label. */
  PositionalParamSpec operand(Map<String, Object> values, String index, String arity) {
    return PositionalParamSpec.builder()
        .paramLabel(label)
        .index(index)
        .arity(arity)
        .required(arity.startsWith("1"))
        .type(type)
        .auxiliaryTypes(parts())
        .completionCandidates(words)
        .description(description)
        .getter(new Value(values, name))
        .setter(new Value(values, name))
        .build();
  }

  private Class<?>[] parts() {
    if (type == Map.class) {
      return new Class<?>[] {String.class, String.class};
    }
    return new Class<?>[] {type == List.class ? String.class : type};
  }

  /** The value of a parameter in the map of all. */
  private record Value(Map<String, Object> values, String name) implements IGetter, ISetter {
    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli knows the type
    public <T> @Nullable T get() {
      return (T) values.get(name);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> @Nullable T set(@Nullable T value) {
      return (T) (value == null ? values.remove(name) : values.put(name, value));
    }
  }
}
