package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.engine.JobBody;
import io.duetime.server.json.Fields;
import io.duetime.server.json.StrictJson;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Payload, content type and headers: bytes that are UTF-8 as text, others in base64. */
final class BodyForm {
  static final List<String> FIELDS =
      List.of("contentType", "headers", "payloadText", "payloadBase64");

  private BodyForm() {}

  static void write(JsonGenerator out, JobBody body) {
    if (body.contentType() != null) {
      out.writeStringProperty("contentType", body.contentType());
    }
    if (!body.headers().isEmpty()) {
      out.writeName("headers");
      out.writeStartObject();
      body.headers().forEach(out::writeStringProperty);
      out.writeEndObject();
    }
    String text = StrictJson.utf8(body.payload());
    if (text == null) {
      out.writeStringProperty("payloadBase64", Base64.getEncoder().encodeToString(body.payload()));
    } else {
      out.writeStringProperty("payloadText", text);
    }
  }

  static JobBody read(Fields fields) {
    return new JobBody(payload(fields), fields.text("contentType"), fields.textsByName("headers"));
  }

  /** Encodes strictly; by default an encoder replaces a lone surrogate by a question mark. */
  private static byte[] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException loneSurrogate) {
      throw new InvalidRequestException("payloadText", text, "text that UTF-8 can encode");
    }
  }

  private static byte[] payload(Fields fields) {
    String text = fields.text("payloadText");
    String base64 = fields.text("payloadBase64");
    if ((text == null) == (base64 == null)) {
      throw new InvalidRequestException("payloadText", text, "either payloadText or payloadBase64");
    }
    if (text != null) {
      return utf8(text);
    }
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException("payloadBase64", String.valueOf(base64), "base64");
    }
  }
}
