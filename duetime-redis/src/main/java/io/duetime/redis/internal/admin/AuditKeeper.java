package io.duetime.redis.internal.admin;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.record.AuditCodec;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps the audit log of a store. */
public final class AuditKeeper implements AuditLog {
  private final StoreAccess store;
  private final Script append;

  public AuditKeeper(StoreAccess store) {
    this.store = store;
    this.append = store.script("audit");
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return store
        .run(append, new Arguments().add(AuditCodec.write(event)).add(Limits.MAX_AUDIT_ENTRIES))
        .thenApply(number -> (Long) Objects.requireNonNull(number));
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return store
        .read(
            "ZREVRANGEBYSCORE",
            store.keys().auditEntries(),
            "(" + before,
            "-inf",
            "LIMIT",
            "0",
            Integer.toString(limit))
        .thenApply(AuditKeeper::entries);
  }

  private static List<AuditEntry> entries(@Nullable Object answer) {
    List<AuditEntry> entries = new ArrayList<>();
    for (Object entry : (List<?>) Objects.requireNonNull(answer)) {
      entries.add(read((byte[]) entry));
    }
    return entries;
  }

  private static AuditEntry read(byte[] entry) {
    try {
      return AuditCodec.read(entry);
    } catch (DamagedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED, "an entry of the audit log cannot be understood", malformed);
    }
  }
}
