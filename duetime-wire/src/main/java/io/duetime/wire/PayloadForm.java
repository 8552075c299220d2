package io.duetime.wire;

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

  /** Writes {@code payload} or {@code payloadBase64}. */
  void write(JsonGenerator out, JobBody body) {
    if (this == LEFT_OUT || this == HIDDEN) {
      return;
    }
    String text = this == READABLE ? readable(body.payload(), body.contentType()) : null;
    if (text == null) {
      String base64 = Base64.getEncoder().encodeToString(body.payload());
      out.writeStringProperty("payloadBase64", base64);
    } else if (isJson(body.contentType())) {
      out.writeName("payload");
      out.writeRawValue(text);
    } else {
      out.writeStringProperty("payload", text);
    }
  }

  /** The bytes of {@code payloadBase64}. */
  public static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException(
          "payloadBase64", "not base64", "base64 (RFC 4648, section 4)");
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
