package io.duetime.internal.kernel;

import io.duetime.InvalidRequestException;
import io.duetime.internal.kernel.JobTable.Group;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a list goes on: in which group, behind which job.
 *
 * @param group the group
 * @param after the last job seen of it, or null to begin it
 * @param fixed a number that all steps of one change share, such as its resolved due time
 */
record Cursor(Group group, @Nullable Position after, long fixed) {
  private static final String SEPARATOR = "\n";

  static Cursor start() {
    return new Cursor(Group.WAITING, null, 0);
  }

  static Cursor parse(@Nullable String text) {
    if (text == null) {
      return start();
    }
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      String[] parts = plain.split(SEPARATOR, 4);
      Group group = Group.valueOf(parts[0]);
      Position after = parts[3].isEmpty() ? null : new Position(Long.parseLong(parts[2]), parts[3]);
      return new Cursor(group, after, Long.parseLong(parts[1]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException malformed) {
      throw new InvalidRequestException("cursor", text, "the cursor of the page before");
    }
  }

  Cursor behind(Group newGroup, @Nullable Position newAfter) {
    return new Cursor(newGroup, newAfter, fixed);
  }

  Cursor fixing(long number) {
    return new Cursor(group, after, number);
  }

  String text() {
    String place = after == null ? "0" + SEPARATOR : after.moment() + SEPARATOR + after.id();
    String plain = group + SEPARATOR + fixed + SEPARATOR + place;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }
}
