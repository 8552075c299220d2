package io.duetime.server.transfer;

import io.duetime.internal.kernel.transfer.StoreEntry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The kinds of lines of an export. */
enum Kind {
  HEADER("header", "headers"),
  DELETED_FENCES("deletedFences", "deletedFences"),
  NUMBERS("numbers", "numbers"),
  DOCUMENT("document", "documents"),
  QUEUE("queue", "queues"),
  RECURRING("recurring", "recurring"),
  COPY("copy", "copies"),
  JOB("job", "jobs"),
  END("end", "ends");

  private final String text;
  private final String plural;

  Kind(String text, String plural) {
    this.text = text;
    this.plural = plural;
  }

  String text() {
    return text;
  }

  /** The name of the count of this kind. */
  String plural() {
    return plural;
  }

  static @Nullable Kind of(@Nullable String text) {
    return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findAny().orElse(null);
  }

  static Kind of(StoreEntry entry) {
    if (entry instanceof StoreEntry.Job) {
      return JOB;
    }
    if (entry instanceof StoreEntry.Queue) {
      return QUEUE;
    }
    if (entry instanceof StoreEntry.RecurringJob) {
      return RECURRING;
    }
    if (entry instanceof StoreEntry.ServerDocument) {
      return DOCUMENT;
    }
    if (entry instanceof StoreEntry.Copy) {
      return COPY;
    }
    return entry instanceof StoreEntry.Numbers ? NUMBERS : DELETED_FENCES;
  }
}
