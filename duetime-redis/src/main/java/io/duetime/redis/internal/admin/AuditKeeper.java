package io.duetime.redis.internal.admin;

import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.MessagePack;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.RedisStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the audit log of a store. */
public record AuditKeeper(RedisStore store) implements AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditKeeper.class);

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return store
        .run("audit", Arguments.of(packed(event), Limits.MAX_AUDIT_ENTRIES))
        .thenApply(reply -> reply.number("number"));
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
    String count = Integer.toString(read);
    byte[] key = store.keys().key("entries");
    return store
        .read("ZREVRANGEBYSCORE", key, "(" + before, "-inf", "LIMIT", "0", count)
        .thenCompose(answer -> {
          List<?> records = PlainReply.list(answer);
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
        entries.add(DamagedRecordException.unless(() -> entry((byte[]) record)));
      } catch (DamagedRecordException malformed) {
        LOG.error("An entry of the audit log cannot be understood and is left out", malformed);
      }
    }
    return entries;
  }

  /** Encodes an event; a missing queue or id is an empty text. */
  private static byte[] packed(AuditEvent event) {
    Map<String, Object> details = new HashMap<>();
    event.details().forEach((name, value) -> details.put(name, utf8(value)));
    return MessagePack.pack(
        List.of(
            utf8(event.actor()),
            utf8(event.action()),
            utf8(event.queue()),
            utf8(event.id()),
            details));
  }

  private static byte[] utf8(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Decodes {@code number moment event}; bytes that are no text are those of the event. */
  private static AuditEntry entry(byte[] record) {
    String[] words = new String(record, StandardCharsets.ISO_8859_1).split(" ", 3);
    int begin = words[0].length() + words[1].length() + 2;
    return new AuditEntry(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        event(
            MessagePack.list(MessagePack.read(Arrays.copyOfRange(record, begin, record.length)))));
  }

  private static AuditEvent event(List<?> parts) {
    Map<String, String> details = new HashMap<>();
    ((Map<?, ?>) parts.get(4))
        .forEach((name, value) -> details.put(String.valueOf(name), MessagePack.text(value)));
    return new AuditEvent(
        MessagePack.text(parts.get(0)),
        MessagePack.text(parts.get(1)),
        ifGiven(parts.get(2)),
        ifGiven(parts.get(3)),
        details);
  }

  private static @Nullable String ifGiven(@Nullable Object part) {
    String text = MessagePack.text(part);
    return text.isEmpty() ? null : text;
  }
}
