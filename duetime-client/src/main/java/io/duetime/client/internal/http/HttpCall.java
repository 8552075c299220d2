package io.duetime.client.internal.http;

import io.duetime.client.internal.json.JsonBody;
import io.duetime.engine.Operation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call to a server.
 *
 * @param json the body; null for none
 * @param headers those of this call alone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HttpCall(
    Operation operation,
    String method,
    String path,
    byte @Nullable [] json,
    Map<String, String> headers) {
  /** A call without a body. */
  public static HttpCall of(Operation operation, String method, String path) {
    return new HttpCall(operation, method, path, null, Map.of());
  }

  /** The same with a body. */
  public HttpCall with(JsonBody body) {
    return new HttpCall(operation, method, path, body.bytes(), headers);
  }

  /** The same with these headers. */
  public HttpCall with(Map<String, String> newHeaders) {
    return new HttpCall(operation, method, path, json, newHeaders);
  }
}
