package io.duetime.server.json;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

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
    try (JsonGenerator out = StrictJson.MAPPER.createGenerator(bytes)) {
      write(out);
    }
  }

  /** Several values in UTF-8, each with a line feed behind it. */
  static byte[] lines(Iterable<JsonShape> shapes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    try (JsonGenerator out = StrictJson.LINES.createGenerator(bytes)) {
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

  /** An object with one member, a list of texts. */
  static JsonShape texts(String name, List<String> texts) {
    return object(
        name, array(texts.stream().map(text -> (JsonShape) out -> out.writeString(text)).toList()));
  }

  /** An object with one member, a whole number or null. */
  static JsonShape number(String name, @Nullable Long number) {
    return object(
        name,
        out -> {
          if (number == null) {
            out.writeNull();
          } else {
            out.writeNumber(number.longValue());
          }
        });
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
