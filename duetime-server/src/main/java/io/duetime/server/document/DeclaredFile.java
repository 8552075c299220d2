package io.duetime.server.document;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.UnreadableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What a file declares in YAML or JSON; a refusal names the setting of the file. A file that is
 * wrong later changes nothing. Thread safe.
 */
public final class DeclaredFile<T> {
  /** The largest file. */
  public static final int MAX_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(DeclaredFile.class);
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final @Nullable Source<T> source;
  private volatile T value;
  // Guarded by this.
  private byte[] content = {};
  private String failure = "";

  /**
   * Where a value comes from.
   *
   * @param setting names the file
   * @param what the value is called in the log
   * @param parser makes the value of the content
   * @param size counts the entries of a value
   */
  public record Source<T>(
      String setting,
      String what,
      Path file,
      Function<JsonNode, T> parser,
      ToIntFunction<T> size) {}

  private DeclaredFile(T value) {
    this.source = null;
    this.value = value;
  }

  /** Reads a file; refuses one that cannot be read, or that declares no valid value. */
  public DeclaredFile(Source<T> source) {
    this.source = source;
    this.content = bytes(source.setting, source.file);
    this.value = source.parser.apply(parse(source.setting, source.file, content));
  }

  /** The value where there is no file. */
  public static <T> DeclaredFile<T> none(T value) {
    return new DeclaredFile<>(value);
  }

  /** What the file declared when it was last read. */
  public T value() {
    return value;
  }

  /** Whether there is a file. */
  public boolean isGiven() {
    return source != null;
  }

  /** Reads the file again, and logs what was read; fails if it is wrong. */
  public synchronized void readAgain() {
    if (source != null) {
      load(source, false);
    }
  }

  /** Reads the file again if it has changed; one that is wrong is logged once. */
  public synchronized void look() {
    try {
      if (source != null) {
        load(source, true);
      }
    } catch (InvalidRequestException logged) {
      LOG.trace("It stays wrong", logged);
    }
  }

  private void load(Source<T> from, boolean onlyNews) {
    try {
      byte[] now = bytes(from.setting, from.file);
      if (onlyNews && failure.isEmpty() && Arrays.equals(now, content)) {
        return;
      }
      value = from.parser.apply(parse(from.setting, from.file, now));
      content = now;
      failure = "";
      LOG.info("The {} were read again; entries: {}", from.what, from.size.applyAsInt(value));
    } catch (InvalidRequestException wrong) {
      String why = String.valueOf(wrong.getMessage());
      if (!onlyNews || !why.equals(failure)) {
        LOG.error("The {} stay as they are: {}", from.what, why);
      }
      failure = why;
      throw wrong;
    }
  }

  public static byte[] bytes(String setting, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] text = in.readNBytes(MAX_BYTES + 1);
      if (text.length > MAX_BYTES) {
        throw new InvalidRequestException(setting, file, "a file of at most 1 MiB");
      }
      return text;
    } catch (IOException unreadable) {
      throw UnreadableFile.of(setting, file, "a file", unreadable);
    }
  }

  public static JsonNode parse(String setting, Path file, byte[] text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException broken) {
      int line = broken.getLocation().getLineNr();
      throw new InvalidRequestException(setting, file, "valid YAML; line " + line + " is not");
    }
  }

  /** The members of an object, in their order. */
  public static Map<String, @Nullable Object> members(JsonNode object) {
    return new LinkedHashMap<>(
        MAPPER.treeToValue(object, new TypeReference<Map<String, Object>>() {}));
  }

  /** Reads a part of a file, and names the place before the field of a refusal. */
  public static <T> T within(String place, Supplier<T> read) {
    try {
      return read.get();
    } catch (InvalidRequestException wrong) {
      String text = String.valueOf(wrong.getMessage());
      String value = text.startsWith(wrong.field() + " is missing;") ? null : wrong.value();
      throw new InvalidRequestException(place + ", " + wrong.field(), value, wrong.allowed());
    }
  }
}
