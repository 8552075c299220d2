package io.duetime.server.document;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.UnreadableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads files that declare something in YAML or JSON; a refusal names the setting of the file. */
public final class DeclaredFile {
  /** The largest file. */
  public static final int MAX_BYTES = 1 << 20;

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private DeclaredFile() {}

  /** Reads a file; missing if it is empty. */
  public static JsonNode read(String setting, Path file) {
    return parse(setting, file, bytes(setting, file));
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
    return MAPPER.treeToValue(object, new TypeReference<Map<String, @Nullable Object>>() {});
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
