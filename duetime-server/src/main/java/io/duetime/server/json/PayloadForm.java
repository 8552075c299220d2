package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.engine.JobBody;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * How payload bytes are written in JSON: JSON unchanged, text as a string, everything else as
 * base64, also where the bytes do not match the content type.
 */
public enum PayloadForm {
  /** JSON unchanged, text as a string, other bytes as base64. */
  READABLE,
  /** Always base64, which keeps every byte. */
  BASE64,
  /** Not written, for lists that do not show it. */
  LEFT_OUT,
  /** Not written; headers and error texts are not written, either. */
  HIDDEN;

  /** The content type of a payload that was given as JSON without one. */
  public static final String JSON = "application/json";

  /** The content type of a payload that was given as a JSON string without one. */
  public static final String TEXT = "text/plain";

  private static final String FORM = "application/x-www-form-urlencoded";

  /**
   * The content type to store for the one of a request. A form is stored as text, as {@code curl
   * -d} sends every body as a form.
   */
  public static @Nullable String stored(@Nullable String sent) {
    return mediaType(sent).equals(FORM) ? TEXT : sent;
  }

  /** The form that a caller asks for; {@code payloadAs=base64} keeps every byte. */
  public static PayloadForm read(Fields fields) {
    String asked = fields.text("payloadAs");
    if (asked == null) {
      return READABLE;
    }
    return switch (asked) {
      case "base64" -> BASE64;
      case "none" -> LEFT_OUT;
      default -> throw new InvalidRequestException("payloadAs", asked, "base64, none, or nothing");
    };
  }

  /** The bytes of the payload that are written, before they are encoded. */
  public long length(JobBody body) {
    return this == READABLE || this == BASE64 ? body.payload().length : 0;
  }

  /** Writes {@code headers}. */
  void writeHeaders(JsonGenerator out, JobBody body) {
    if (this != HIDDEN) {
      out.writeName("headers");
      out.writeStartObject();
      body.headers().forEach(out::writeStringProperty);
      out.writeEndObject();
    }
  }

  /** Writes a text that tells of an error. */
  void writeError(JsonGenerator out, String name, String text) {
    if (this != HIDDEN) {
      out.writeStringProperty(name, text);
    }
  }

  /** Writes {@code payload} or {@code payloadBase64}, and {@code contentType}. */
  void write(JsonGenerator out, JobBody body) {
    if (this == HIDDEN || this == LEFT_OUT) {
      contentType(out, body);
      return;
    }
    byte[] payload = body.payload();
    String contentType = body.contentType();
    String text = this == READABLE ? readable(payload, contentType) : null;
    if (text == null) {
      out.writeStringProperty("payloadBase64", Base64.getEncoder().encodeToString(payload));
    } else if (isJson(contentType)) {
      out.writeName("payload");
      out.writeRawValue(text);
    } else {
      out.writeStringProperty("payload", text);
    }
    contentType(out, body);
  }

  private static void contentType(JsonGenerator out, JobBody body) {
    if (body.contentType() != null) {
      out.writeStringProperty("contentType", body.contentType());
    }
  }

  /** Whether a content type is JSON. */
  static boolean isJson(@Nullable String contentType) {
    String type = mediaType(contentType);
    return type.equals(JSON) || type.endsWith("+json");
  }

  /** Whether a content type is text. */
  static boolean isText(@Nullable String contentType) {
    String type = mediaType(contentType);
    return type.startsWith("text/")
        || type.endsWith("+xml")
        || type.equals("application/xml")
        || type.equals("application/yaml")
        || type.equals(FORM);
  }

  private static @Nullable String readable(byte[] payload, @Nullable String contentType) {
    if (isJson(contentType)) {
      return StrictJson.isOneValue(payload) ? StrictJson.utf8(payload) : null;
    }
    return isText(contentType) ? StrictJson.utf8(payload) : null;
  }

  private static String mediaType(@Nullable String contentType) {
    if (contentType == null) {
      return "";
    }
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT);
  }
}
