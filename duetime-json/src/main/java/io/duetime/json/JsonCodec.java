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
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encodes payloads as JSON in UTF-8 with Jackson 3. The content type is {@code application/json}.
 * Thread safe.
 *
 * <p>The type is the one named here, never one named by the payload. Unknown fields are ignored, so
 * that an older version of a program can run the jobs of a newer one. Content after the value is
 * refused, and so is {@code null}. A type that Jackson cannot create, such as a class without a
 * constructor that it may use, is refused when the codec is made, as {@link
 * InvalidRequestException}; types of fields are not checked. To find out, an empty object is read.
 *
 * @param <T> a record, a class or a generic type that Jackson can read and write
 */
public final class JsonCodec<T> implements Codec<T> {
  /** The content type of every payload. */
  public static final String CONTENT_TYPE = "application/json";

  private static final String EMPTY_OBJECT = "{}";

  private static final JsonMapper DEFAULT =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final JavaType type;

  private JsonCodec(JsonMapper mapper, JavaType type) {
    this.type = type;
    this.reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    this.writer = mapper.writerFor(type);
    checkReadable(mapper, type);
  }

  /** Refuses a type that Jackson has no way to create: every job of it would be buried. */
  private static void checkReadable(JsonMapper mapper, JavaType type) {
    JavaType element = type;
    while (element.isContainerType()) {
      element = element.getContentType();
    }
    try {
      mapper.readerFor(element).readValue(EMPTY_OBJECT);
    } catch (InvalidDefinitionException unreadable) {
      throw new InvalidRequestException(
          "type",
          element.toCanonical(),
          "a type that Jackson can read and write; " + unreadable.getOriginalMessage());
    } catch (JacksonException refused) {
      // Another kind of value, or one that is not empty.
    }
  }

  /** Returns the codec for a class without type parameters. */
  public static <T> JsonCodec<T> of(Class<T> type) {
    return of(type, DEFAULT);
  }

  /** Returns the codec for a class without type parameters, with the caller's mapper. */
  public static <T> JsonCodec<T> of(Class<T> type, JsonMapper mapper) {
    return new JsonCodec<>(mapper, mapper.constructType(type));
  }

  /** Returns the codec for a generic type: {@code of(new TypeReference<List<Order>>() {})}. */
  public static <T> JsonCodec<T> of(TypeReference<T> type) {
    return of(type, DEFAULT);
  }

  /** Returns the codec for a generic type, with the caller's mapper. */
  public static <T> JsonCodec<T> of(TypeReference<T> type, JsonMapper mapper) {
    return new JsonCodec<>(mapper, mapper.constructType(type));
  }

  @Override
  public String contentType() {
    return CONTENT_TYPE;
  }

  /**
   * @throws InvalidRequestException if Jackson cannot write the payload; the message names the
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
   * @throws IllegalArgumentException if the bytes are not JSON of that type; the message names the
   *     place, not the value
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
    if (refused instanceof InvalidDefinitionException) {
      // About the class alone, so without a part of the payload.
      why.append(" (").append(refused.getOriginalMessage()).append(')');
    }
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
