package io.duetime.redis.internal.link;

import io.duetime.Durability;
import io.duetime.Durability.Fsynced;
import io.duetime.Durability.Reached;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.Failures.ErrorReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.SentCommand.CommandBatch;
import io.duetime.redis.internal.link.SentCommand.Keyword;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server how durable the earlier writes of the same connection are. WAITAOF tells about the
 * disk where a server knows it and can be believed. Otherwise a write is known to be on disk only
 * if the server fsyncs before every answer, by its configuration or by declaration.
 */
final class DurabilityProber {
  /** The answer when nothing could be found out. */
  static final Reached UNKNOWN = new Reached(Fsynced.UNKNOWN, 0);

  private static final byte[] PERSISTENCE = bytes("persistence");
  private static final byte[] APPENDFSYNC = bytes("appendfsync");

  private final TimeSource time;
  private final Duration timeout;
  private final boolean alwaysFsynced;
  private volatile boolean waitAofUnknown;

  DurabilityProber(TimeSource time, LinkSettings settings) {
    this.time = time;
    this.timeout = settings.timeout();
    this.alwaysFsynced = settings.alwaysFsynced();
  }

  /**
   * Adds the questions to a batch, and asks those that follow from an answer later. Never fails: a
   * failure is part of the answer.
   */
  CompletableFuture<Reached> ask(CommandBatch batch, Durability durability) {
    CompletableFuture<Integer> replicas =
        durability.replicas() == 0
            ? CompletableFuture.completedFuture(0)
            : replicas(batch, durability);
    CompletableFuture<Fsynced> fsynced =
        durability.fsynced()
            ? fsynced(batch, durability)
            : CompletableFuture.completedFuture(alwaysFsynced ? Fsynced.YES : Fsynced.NO);
    return replicas.thenCombine(fsynced, (count, disk) -> new Reached(disk, count));
  }

  private CompletableFuture<Integer> replicas(CommandBatch batch, Durability durability) {
    Duration limit = durability.timeout();
    return send(batch, Keyword.WAIT, limit, number(durability.replicas()), millis(limit))
        .handle((reply, failure) -> reply instanceof Long count ? count.intValue() : 0);
  }

  private CompletableFuture<Fsynced> fsynced(CommandBatch batch, Durability durability) {
    if (alwaysFsynced) {
      return CompletableFuture.completedFuture(Fsynced.YES);
    }
    if (waitAofUnknown) {
      return fsyncedBeforeAnswering(batch);
    }
    // WAIT and WAITAOF wait one after the other.
    Duration waits = durability.timeout().multipliedBy(2);
    byte[] limit = millis(durability.timeout());
    CompletableFuture<Boolean> believed =
        send(batch, Keyword.HELLO, waits)
            .handle((reply, failure) -> failure == null && WaitAof.isBelievedOf(reply));
    return send(batch, Keyword.WAITAOF, waits, number(1), number(0), limit)
        .handle(this::waitAof)
        .thenCompose(told -> judged(batch, told, believed));
  }

  private CompletableFuture<Fsynced> judged(
      CommandBatch batch, @Nullable Fsynced told, CompletableFuture<Boolean> believed) {
    if (told == null) {
      return fsyncedBeforeAnswering(batch);
    }
    return told == Fsynced.YES
        ? believed.thenCompose(isBelieved ->
            isBelieved ? CompletableFuture.completedFuture(told) : toldTooEarly(batch))
        : CompletableFuture.completedFuture(told);
  }

  private CompletableFuture<Fsynced> toldTooEarly(CommandBatch batch) {
    return fsyncedBeforeAnswering(batch)
        .thenApply(always -> always == Fsynced.YES ? Fsynced.YES : Fsynced.UNKNOWN);
  }

  /** Null when the server does not know the command. */
  private @Nullable Fsynced waitAof(@Nullable Object reply, @Nullable Throwable failure) {
    if (failure == null) {
      return reply instanceof List<?> counts && Long.valueOf(1).equals(counts.get(0))
          ? Fsynced.YES
          : Fsynced.NO;
    }
    ErrorReply error = Failures.reply(failure);
    if (error == null) {
      return Fsynced.UNKNOWN;
    }
    if (error.isUnknownCommand()) {
      waitAofUnknown = true;
      return null;
    }
    return error.message().contains("appendonly is disabled") ? Fsynced.NO : Fsynced.UNKNOWN;
  }

  private CompletableFuture<Fsynced> fsyncedBeforeAnswering(CommandBatch batch) {
    CompletableFuture<@Nullable Object> info =
        send(batch, new Keyword("INFO"), Duration.ZERO, PERSISTENCE);
    CompletableFuture<@Nullable Object> config =
        send(batch, new Keyword("CONFIG"), Duration.ZERO, bytes("GET"), APPENDFSYNC);
    return info.handle((reply, failure) -> failure == null ? text(reply) : "")
        .thenCombine(
            config.handle((reply, failure) -> failure == null ? text(reply) : ""),
            DurabilityProber::fsynced);
  }

  private static Fsynced fsynced(String persistence, String appendfsync) {
    if (persistence.contains("aof_enabled:0")) {
      return Fsynced.NO;
    }
    if (!persistence.contains("aof_enabled:1") || appendfsync.isEmpty()) {
      return Fsynced.UNKNOWN;
    }
    return appendfsync.toLowerCase(Locale.ROOT).contains("always") ? Fsynced.YES : Fsynced.NO;
  }

  private CompletableFuture<@Nullable Object> send(
      CommandBatch batch, Keyword keyword, Duration waits, byte[]... arguments) {
    SentCommand sending = SentCommand.of(keyword, arguments);
    TimeSource.Timer limit = time.after(timeout.plus(waits), () -> sending.cancel(false));
    Stages.onCompletion(sending, (reply, failure) -> limit.cancel());
    try {
      batch.add(sending);
    } catch (RuntimeException failure) {
      sending.completeExceptionally(failure);
    }
    return sending;
  }

  private static String text(@Nullable Object reply) {
    if (reply instanceof List<?> list) {
      return String.join("=", list.stream().map(DurabilityProber::text).toList());
    }
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }

  /** A timeout of 0 would mean for ever. */
  private static byte[] millis(Duration duration) {
    return number(Math.max(1, duration.toMillis()));
  }

  private static byte[] number(long number) {
    return bytes(Long.toString(number));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Judges whether a server's WAITAOF can be believed. With an fsync every second, Redis 7.4 and
   * all tested versions of Valkey (8.0 to 9.1) report a write as on disk before the fsync. So only
   * versions are believed that are known to wait for the fsync.
   */
  static final class WaitAof {
    private static final int FIRST_BELIEVED = 8;
    private static final Pattern MAJOR = Pattern.compile("(\\d{1,4})\\..*");

    private WaitAof() {}

    /**
     * Judges by the version that the server tells.
     *
     * @param hello its reply to HELLO: alternating names and values
     */
    static boolean isBelievedOf(@Nullable Object hello) {
      Matcher version = MAJOR.matcher(field(hello, "version"));
      return field(hello, "server").equals("redis")
          && version.matches()
          && Integer.parseInt(version.group(1)) >= FIRST_BELIEVED;
    }

    private static String field(@Nullable Object hello, String name) {
      if (hello instanceof List<?> fields) {
        for (int i = 0; i + 1 < fields.size(); i += 2) {
          if (text(fields.get(i)).equals(name)) {
            return text(fields.get(i + 1));
          }
        }
      }
      return "";
    }
  }
}
