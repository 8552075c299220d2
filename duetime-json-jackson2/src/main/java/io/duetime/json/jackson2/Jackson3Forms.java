package io.duetime.json.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdKeySerializers;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.EnumValues;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.IOException;
import java.util.Locale;

/** Writes, in the form of Jackson 3, the types whose Jackson 2 form Jackson 3 does not read. */
final class Jackson3Forms {
  private Jackson3Forms() {}

  static SimpleModule module() {
    return new SimpleModule(Jackson3Forms.class.getName())
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
