package io.duetime.client.internal.json;

import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes one JSON value. */
@FunctionalInterface
public interface JsonBody {
  /** Writes the value. */
  void write(JsonGenerator out);

  /** An object with these members. */
  static JsonBody object(JsonBody members) {
    return out -> {
      out.writeStartObject();
      members.write(out);
      out.writeEndObject();
    };
  }

  /** Writes a list of texts as a member. */
  static void texts(JsonGenerator out, String name, Iterable<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  /** The value in UTF-8. */
  default byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator out =
        JsonFields.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(out);
    }
    return bytes.toByteArray();
  }
}
