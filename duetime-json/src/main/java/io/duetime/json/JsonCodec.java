package io.duetime.json;

import io.duetime.Codec;
import io.duetime.InvalidRequestException;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads as JSON in UTF-8, with the content type {@code application/json}. Thread safe.
 *
 * <p>The type is the one named here, never one named by the payload. Fields that the type does not
 * know are passed over, so that a job put in by a newer version of a program can be run by an older
 * one; anything behind the value is refused, and so is {@code null}.
 *
 * @param <T> a record, a class or a generic type that Jackson can read and write
 */
public final class JsonCodec<T> implements Codec<T> {
  /** The content type of every payload. */
  public static final String CONTENT_TYPE = "application/json";

  private static final JsonMapper DEFAULT =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final JavaType type;

  private JsonCodec(JsonMapper mapper, JavaType type) {
    this.type = type;
    this.reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    this.writer = mapper.writerFor(type);
  }

  /** For a class without type parameters. */
  public static <T> JsonCodec<T> of(Class<T> type) {
    return of(type, DEFAULT);
  }

  /** For a class without type parameters, with a mapper of the caller's. */
  public static <T> JsonCodec<T> of(Class<T> type, JsonMapper mapper) {
    return new JsonCodec<>(mapper, mapper.constructType(type));
  }

  /** For a generic type: {@code of(new TypeReference<List<Order>>() {})}. */
  public static <T> JsonCodec<T> of(TypeReference<T> type) {
    return of(type, DEFAULT);
  }

  /** For a generic type, with a mapper of the caller's. */
  public static <T> JsonCodec<T> of(TypeReference<T> type, JsonMapper mapper) {
    return new JsonCodec<>(mapper, mapper.constructType(type));
  }

  @Override
  public String contentType() {
    return CONTENT_TYPE;
  }

  /**
   * @throws InvalidRequestException when Jackson cannot write the payload; the message names the
   *     place, not the value
   */
  @Override
  public byte[] encode(T payload) {
    Objects.requireNonNull(payload, "payload");
    try {
      return writer.writeValueAsBytes(payload);
    } catch (JacksonException refused) {
      throw new InvalidRequestException("payload", why(refused), "a " + name() + " as JSON");
    }
  }

  /**
   * @throws IllegalArgumentException when the bytes are not JSON of that type; the message names
   *     the place, not the value
   */
  @Override
  public T decode(byte[] bytes) {
    T payload;
    try {
      payload = reader.readValue(bytes);
    } catch (JacksonException refused) {
      throw new IllegalArgumentException("not a " + name() + " as JSON: " + why(refused));
    }
    if (payload == null) {
      throw new IllegalArgumentException("not a " + name() + " as JSON: null");
    }
    return payload;
  }

  private String name() {
    return type.toCanonical();
  }

  // Jackson's own message may quote the payload, and so may its cause.
  private static String why(JacksonException refused) {
    StringBuilder why = new StringBuilder(refused.getClass().getSimpleName());
    if (refused.getLocation() != null && refused.getLocation().getLineNr() > 0) {
      why.append(" at line ").append(refused.getLocation().getLineNr());
      why.append(", column ").append(refused.getLocation().getColumnNr());
    }
    String path = refused.getPathReference();
    if (path != null && !path.isEmpty()) {
      why.append(" in ").append(path);
    }
    return why.toString();
  }
}
