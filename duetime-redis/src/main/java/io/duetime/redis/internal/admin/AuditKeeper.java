package io.duetime.redis.internal.admin;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.record.AuditCodec;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the audit log of a store. */
public final class AuditKeeper implements AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditKeeper.class);

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
    return page(before, limit, 0);
  }

  /**
   * Reads more entries than asked for where some cannot be understood: a shorter page is the last.
   */
  private CompletionStage<List<AuditEntry>> page(long before, int limit, int damaged) {
    int read = limit + damaged;
    return store
        .read(
            "ZREVRANGEBYSCORE",
            store.keys().auditEntries(),
            "(" + before,
            "-inf",
            "LIMIT",
            "0",
            Integer.toString(read))
        .thenCompose(answer -> {
          List<?> records = (List<?>) Objects.requireNonNull(answer);
          List<AuditEntry> entries = readable(records);
          return entries.size() >= limit || records.size() < read
              ? Stages.done(entries.subList(0, Math.min(limit, entries.size())))
              : page(before, limit, records.size() - entries.size());
        });
  }

  private static List<AuditEntry> readable(List<?> records) {
    List<AuditEntry> entries = new ArrayList<>();
    for (Object record : records) {
      try {
        entries.add(AuditCodec.read((byte[]) record));
      } catch (DamagedRecordException malformed) {
        LOG.error("An entry of the audit log cannot be understood and is left out", malformed);
      }
    }
    return entries;
  }
}
