package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.regex.Pattern;

/**
 * A pattern of queue names.
 *
 * @param text a name in which each {@code *} matches any characters, also none
 */
public record QueueGlob(String text) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9+/;.$_():*-]+");

  /** Matches every queue. Below the form, which its check needs. */
  public static final QueueGlob ALL = new QueueGlob("*");

  /** Checks the characters and the length. */
  public QueueGlob {
    if (text.length() > Limits.MAX_QUEUE_LENGTH || !FORM.matcher(text).matches()) {
      throw new InvalidRequestException(
          "queues", text, "1 to 200 characters of a queue's name, and * for any characters");
    }
  }

  /** Whether this pattern is {@code *}. */
  boolean isAll() {
    return text.equals("*");
  }

  /** Whether a queue's name matches. Takes time proportional to both lengths at most. */
  public boolean matches(String queue) {
    int at = 0;
    int in = 0;
    int star = -1;
    int resume = 0;
    while (at < queue.length()) {
      if (in < text.length() && text.charAt(in) == '*') {
        star = in++;
        resume = at;
      } else if (in < text.length() && text.charAt(in) == queue.charAt(at)) {
        in++;
        at++;
      } else if (star >= 0) {
        // The last star takes one character more.
        in = star + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    return text.substring(in).chars().allMatch(c -> c == '*');
  }
}
