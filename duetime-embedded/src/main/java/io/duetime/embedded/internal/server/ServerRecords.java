package io.duetime.embedded.internal.server;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.internal.kernel.server.ServerData;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the folder keeps for a server. */
public final class ServerRecords {
  private static final Logger LOG = LoggerFactory.getLogger(ServerRecords.class);

  private ServerRecords() {}

  /** Keeps it on the disk of a group. */
  public static ServerData on(WriteGroup group) {
    return ServerData.on(new DocumentRecords(group), new AuditRecords(group));
  }

  /** Decodes a record; names it if it cannot be understood. */
  static <T> T understood(String what, Supplier<T> record) {
    try {
      return record.get();
    } catch (UnreadableRecordException | InvalidRequestException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          what + " cannot be understood: " + malformed.getMessage(),
          malformed);
    }
  }

  /**
   * Decodes a record of a page; logs it if it cannot be understood, so that the others are shown.
   */
  static <T> @Nullable T readable(String what, Supplier<T> record) {
    try {
      return record.get();
    } catch (UnreadableRecordException | InvalidRequestException malformed) {
      LOG.error("{} cannot be understood and is left out", what, malformed);
      return null;
    }
  }
}
