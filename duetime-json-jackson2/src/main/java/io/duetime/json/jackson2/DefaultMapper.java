package io.duetime.json.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
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
import java.io.IOException;
import java.util.Locale;

/**
 * Creates the default mapper: Jackson 2 with the modules and defaults of Jackson 3 that decide what
 * is written and read.
 */
final class DefaultMapper {
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
        SerializationConfig config, JavaType type, BeanDescription bean, JsonSerializer<?> other) {
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
