package io.duetime.server.moving.redis;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.PayloadForm;
import io.duetime.server.json.StrictJson;
import io.duetime.server.moving.JobTerms;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The codecs of Redisson whose values are payloads as they are. */
public enum RedissonCodec {
  /** {@code StringCodec}. */
  STRING(PayloadForm.TEXT),
  /** {@code JsonJacksonCodec}, {@code TypedJsonJacksonCodec} and others that write JSON. */
  JSON(PayloadForm.JSON),
  /** {@code ByteArrayCodec}, or any other codec whose bytes the handler decodes itself. */
  BYTES(null);

  private static final String ALLOWED =
      "string, json or bytes; what Kryo or another codec of Java objects has written can only be"
          + " read with the classes of the application: move it with bytes and decode it in the"
          + " handler";

  private final @Nullable String contentType;

  RedissonCodec(@Nullable String contentType) {
    this.contentType = contentType;
  }

  /** Reads the name of a codec; refuses those that need classes of the application. */
  public static RedissonCodec parse(String name) {
    return Arrays.stream(values())
        .filter(codec -> codec.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException("--codec", name, ALLOWED));
  }

  /** The content type of its values, or null if it is unknown. */
  @Nullable String contentType() {
    return contentType;
  }

  /**
   * Kryo begins with a small number for the class. Behind it, a short number may look like text.
   */
  private static boolean beginsAsKryo(byte[] value) {
    return value.length > 0 && value[0] >= 0 && value[0] < ' ';
  }

  /** Refuses a value that this codec has not written. */
  byte[] checked(byte[] value) {
    boolean fits =
        switch (this) {
          case STRING -> !beginsAsKryo(value) && StrictJson.utf8(value) != null;
          case JSON -> !beginsAsKryo(value) && StrictJson.isOneValue(value);
          case BYTES -> true;
        };
    if (!fits) {
      throw JobTerms.unusable(
          "value",
          value.length + " bytes",
          "a value of the codec "
              + name().toLowerCase(Locale.ROOT)
              + "; is it one of Kryo, which Redisson uses by default? Then move it with --codec"
              + " bytes and decode it in the handler");
    }
    return value;
  }
}
