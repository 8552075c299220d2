package io.duetime.client.internal.http;

import io.duetime.client.internal.json.JsonFields;

/**
 * An answer that is not an error.
 *
 * @param status the HTTP status: 2xx, or that of {@link #missing} and {@link #changedMeanwhile}
 * @param body its JSON
 */
public record ServerAnswer(int status, JsonFields body) {
  private static final String NOT_FOUND = "NOT_FOUND";
  private static final String CHANGED_MEANWHILE = "CHANGED_MEANWHILE";

  /** Whether what the path names does not exist. */
  public boolean missing() {
    return status == 404 && NOT_FOUND.equals(body.textOrNull("code"));
  }

  /** Whether a change was refused because of the version that it names, in its body or a header. */
  public boolean changedMeanwhile() {
    return (status == 409 || status == 412) && CHANGED_MEANWHILE.equals(body.textOrNull("code"));
  }

  boolean isExpected() {
    return (status >= 200 && status < 300) || missing() || changedMeanwhile();
  }
}
