package io.duetime.json.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdKeySerializers;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.EnumValues;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.duetime.Codec;
import io.duetime.InvalidRequestException;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;

/**
 * Encodes payloads as JSON in UTF-8 with Jackson 2, as {@code io.duetime.json.JsonCodec} does with
 * Jackson 3. The content type is {@code application/json}. Thread safe.
 *
 * <p>The default mapper writes the forms of Jackson 3: moments and durations are ISO-8601 text,
 * enums are their {@code toString()}. Each codec reads the payloads that the other stored.
 * Annotations of {@code com.fasterxml.jackson.annotation} apply to both. A type that Jackson cannot
 * create is refused when the codec is made. The default mapper needs Jackson 2.20 or later.
 *
 * <p>The type is the one named here, never one named by the payload. Unknown fields are ignored, so
 * that an older version of a program can run the jobs of a newer one. Content after the value is
 * refused, and so is {@code null}.
 *
 * @param <T> a record, a class or a generic type that Jackson can read and write
 */
public final class Jackson2JsonCodec<T> implements Codec<T> {
  /** The content type of every payload. */
  public static final String CONTENT_TYPE = "application/json";

  private static final String EMPTY_OBJECT = "{}";

  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final JavaType type;

  private Jackson2JsonCodec(ObjectMapper mapper, JavaType type) {
    this.type = type;
    this.reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    this.writer = mapper.writerFor(type);
    checkReadable(mapper, type);
  }

  /** Refuses a type that Jackson has no way to create: every job of it would be buried. */
  private static void checkReadable(ObjectMapper mapper, JavaType type) {
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
    } catch (IOException refused) {
      // Another kind of value, or one that is not empty.
    }
  }

  /** Returns the codec for a class without type parameters. */
  public static <T> Jackson2JsonCodec<T> of(Class<T> type) {
    return of(type, DefaultMapper.MAPPER);
  }

  /**
   * Returns the codec for a class without type parameters, with the caller's mapper. The codec
   * keeps the settings that the mapper has at this call.
   */
  public static <T> Jackson2JsonCodec<T> of(Class<T> type, ObjectMapper mapper) {
    return new Jackson2JsonCodec<>(mapper, mapper.constructType(type));
  }

  /** Returns the codec for a generic type: {@code of(new TypeReference<List<Order>>() {})}. */
  public static <T> Jackson2JsonCodec<T> of(TypeReference<T> type) {
    return of(type, DefaultMapper.MAPPER);
  }

  /**
   * Returns the codec for a generic type, with the caller's mapper. The codec keeps the settings
   * that the mapper has at this call.
   */
  public static <T> Jackson2JsonCodec<T> of(TypeReference<T> type, ObjectMapper mapper) {
    return new Jackson2JsonCodec<>(mapper, mapper.constructType(type));
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
    } catch (JsonProcessingException refused) {
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
    } catch (IOException refused) {
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
  private static String why(IOException refused) {
    return refused.getClass().getSimpleName() + definition(refused) + line(refused) + path(refused);
  }

  // About the class alone, so without a part of the payload.
  private static String definition(IOException refused) {
    return refused instanceof InvalidDefinitionException definition
        ? " (" + definition.getOriginalMessage() + ")"
        : "";
  }

  private static String line(IOException refused) {
    if (refused instanceof JsonProcessingException json) {
      JsonLocation location = json.getLocation();
      if (location != null && location.getLineNr() > 0) {
        return " at line " + location.getLineNr() + ", column " + location.getColumnNr();
      }
    }
    return "";
  }

  private static String path(IOException refused) {
    if (refused instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return " in " + mapping.getPathReference();
    }
    return "";
  }

  /**
   * Creates the default mapper: Jackson 2 with the modules and defaults of Jackson 3 that decide
   * what is written and read.
   */
  static final class DefaultMapper {
    static final JsonMapper MAPPER = writing(reading(JsonMapper.builder())).build();

    private DefaultMapper() {}

    private static JsonMapper.Builder reading(JsonMapper.Builder builder) {
      return builder
          .addModules(
              new JavaTimeModule().enable(JavaTimeFeature.ONE_BASED_MONTHS),
              new Jdk8Module(),
              new ParameterNamesModule(),
              forms())
          .enable(
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(
              MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS, MapperFeature.USE_GETTERS_AS_SETTERS);
    }

    private static JsonMapper.Builder writing(JsonMapper.Builder builder) {
      return builder
          .enable(MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .disable(
              SerializationFeature.FAIL_ON_EMPTY_BEANS,
              SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
              SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
    }

    /** Writes, in the form of Jackson 3, the types whose Jackson 2 form Jackson 3 does not read. */
    private static SimpleModule forms() {
      return new SimpleModule(DefaultMapper.class.getName())
          .addSerializer(new StdDelegatingSerializer(Locale.class, new LocaleWriter()))
          .addDeserializer(Locale.class, new StdDelegatingDeserializer<>(new LocaleReader()))
          .setSerializerModifier(new EnumKeys());
    }

    /** Jackson 2 writes {@code zh_CN_#Hans}, which Jackson 3 reads without the script. */
    private static final class LocaleWriter extends StdConverter<Locale, String> {
      @Override
      public String convert(Locale locale) {
        return locale.equals(Locale.ROOT) ? "" : locale.toLanguageTag();
      }
    }

    private static final class LocaleReader extends StdConverter<String, Locale> {
      @Override
      public Locale convert(String text) {
        return Locale.forLanguageTag(text.replace('_', '-'));
      }
    }

    /** Jackson 2 ignores the names given by annotations when it writes enums as keys of a map. */
    private static final class EnumKeys extends BeanSerializerModifier {
      @Override
      public JsonSerializer<?> modifyKeySerializer(
          SerializationConfig config,
          JavaType type,
          BeanDescription bean,
          JsonSerializer<?> other) {
        return other instanceof StdKeySerializers.EnumKeySerializer
            ? new EnumKeyWriter(EnumValues.construct(config, bean.getClassInfo()))
            : other;
      }
    }

    private static final class EnumKeyWriter extends StdSerializer<Enum<?>> {
      private final EnumValues names;

      EnumKeyWriter(EnumValues names) {
        super(Enum.class, false);
        this.names = names;
      }

      @Override
      public void serialize(Enum<?> key, JsonGenerator json, SerializerProvider provider)
          throws IOException {
        json.writeFieldName(names.serializedValueFor(key));
      }
    }
  }
}
