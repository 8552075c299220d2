package io.duetime.wire;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes one JSON value. */
@FunctionalInterface
public interface JsonShape {
  /** Writes the value. */
  void write(JsonGenerator out);

  /** The value in UTF-8. */
  default byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    writeTo(bytes);
    return bytes.toByteArray();
  }

  /** Writes the value in UTF-8. */
  default void writeTo(OutputStream bytes) {
    try (JsonGenerator out =
        StrictJson.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(out);
    }
  }

  /** Several values in UTF-8, each with a line feed behind it. */
  static byte[] lines(Iterable<JsonShape> shapes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    try (JsonGenerator out =
        StrictJson.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      shapes.forEach(shape -> shape.write(out));
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** The value as text. */
  default String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** An object with one member. */
  static JsonShape object(String name, JsonShape member) {
    return out -> {
      out.writeStartObject();
      out.writeName(name);
      member.write(out);
      out.writeEndObject();
    };
  }

  /** An array. */
  static JsonShape array(Iterable<? extends JsonShape> elements) {
    return out -> {
      out.writeStartArray();
      elements.forEach(element -> element.write(out));
      out.writeEndArray();
    };
  }

  /** An object with these members. */
  static JsonShape object(JsonShape members) {
    return out -> {
      out.writeStartObject();
      members.write(out);
      out.writeEndObject();
    };
  }

  /** A list of texts. */
  static JsonShape texts(Collection<String> texts) {
    return array(texts.stream().map(text -> (JsonShape) out -> out.writeString(text)).toList());
  }

  /** A text, number, flag, list, map or null. */
  static JsonShape value(@Nullable Object value) {
    return out -> {
      if (value instanceof Map<?, ?> members) {
        out.writeStartObject();
        members.forEach((name, member) -> {
          out.writeName(name.toString());
          value(member).write(out);
        });
        out.writeEndObject();
      } else if (value instanceof Collection<?> elements) {
        array(elements.stream().map(JsonShape::value).toList()).write(out);
      } else if (value instanceof String text) {
        out.writeString(text);
      } else if (value == null) {
        out.writeNull();
      } else if (value instanceof Double number) {
        out.writeNumber(number);
      } else {
        // Numbers and flags.
        out.writeRawValue(value.toString());
      }
    };
  }

  /** Writes a moment in ISO-8601 with milliseconds; {@link Long#MAX_VALUE} as null. */
  static void moment(JsonGenerator out, String name, long epochMillis) {
    text(out, name, TimeText.iso(epochMillis));
  }

  /** Writes a moment in ISO-8601 with milliseconds, or null. */
  static void moment(JsonGenerator out, String name, @Nullable Instant moment) {
    text(out, name, moment == null ? null : TimeText.iso(moment.toEpochMilli()));
  }

  /** Writes a text or null. */
  static void text(JsonGenerator out, String name, @Nullable String text) {
    if (text == null) {
      out.writeNullProperty(name);
    } else {
      out.writeStringProperty(name, text);
    }
  }
}
