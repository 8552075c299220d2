package io.duetime.server.http.routes;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.Timeline;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.server.access.Role;
import io.duetime.server.handover.TargetProblem;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.StoreJson;
import io.duetime.wire.TimeText;
import io.vertx.core.Vertx;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows the health of the store, who changed what, and how many jobs are due when; backs it up. */
record StoreRoutes(HttpApi.Parts parts, Vertx vertx) {
  private static final List<String> RANGE = List.of("from", "to", "past", "buckets");
  private static final int DEFAULT_BUCKETS = 60;
  private static final int MAX_BUCKETS = 1_000;
  private static final int DEFAULT_PAGE = 100;
  private static final int MAX_PAGE = 1_000;
  private static final int MOST_NAMES = 10;
  private static final long HOUR_MILLIS = 3_600_000;

  List<Route> routes() {
    Rule admin = Rule.store(Role.ADMIN);
    return List.of(
        Route.get("/v1/store", Rule.ANY, this::store),
        Route.get("/v1/store/clock", Rule.ANY, this::clock),
        Route.post("/v1/store/maintain", admin, BodyRule.NONE, this::maintain),
        Route.post("/v1/store/backup", admin.audited(), BodyRule.SMALL_JSON, this::backup),
        Route.get("/v1/audit", admin, this::audit).query("cursor", "limit"),
        Route.get("/v1/timeline", Rule.someQueue(Role.READ), this::timelineOfAll).query(RANGE),
        Route.get("/v1/queues/{queue}/timeline", Rule.queue(Role.READ), this::timeline)
            .query(RANGE));
  }

  private CompletionStage<HttpAnswer> store(Call call) {
    return parts
        .engine()
        .nowMillis()
        .thenCombine(
            parts.engine().selfCheck(),
            (now, findings) ->
                HttpAnswer.ok(
                    StoreJson.store(
                        parts.version(),
                        now,
                        parts.engine().capabilities(),
                        findingsFor(call, findings))));
  }

  /** Findings may name any queue. */
  private List<Finding> findingsFor(Call call, List<Finding> findings) {
    return call.caller().mayEverywhere(Role.READ)
        ? Stream.concat(findings.stream(), handOverFindings()).toList()
        : List.of();
  }

  /** What this server knows of targets that take nothing, with the queues that wait for each. */
  private Stream<Finding> handOverFindings() {
    Map<TargetProblem, List<String>> queues = new LinkedHashMap<>();
    parts
        .handOvers()
        .troubles()
        .forEach((queue, trouble) ->
            queues.computeIfAbsent(trouble, first -> new ArrayList<>()).add(queue));
    return queues.entrySet().stream().map(one -> finding(one.getKey(), one.getValue()));
  }

  private static Finding finding(TargetProblem trouble, List<String> queues) {
    String some = String.join(", ", queues.subList(0, Math.min(queues.size(), MOST_NAMES)));
    return new Finding(
        "hand-over",
        Verdict.WARNING,
        trouble.describe() + "; queues: " + queues.size() + " (" + some + ")",
        "see 'duetime target show "
            + trouble.target()
            + "', and DuetimeHandOverStopped in docs/runbook.md");
  }

  private static List<String> queuesFor(Call call, List<String> queues) {
    return queues.stream().filter(queue -> call.caller().may(Role.READ, queue)).toList();
  }

  private CompletionStage<HttpAnswer> clock(Call call) {
    return parts
        .engine()
        .nowMillis()
        .thenApply(now ->
            HttpAnswer.ok(
                JsonShape.object(out -> {
                  JsonShape.moment(out, "now", now);
                })));
  }

  private CompletionStage<HttpAnswer> maintain(Call call) {
    return parts
        .engine()
        .maintain()
        .thenApply(step -> HttpAnswer.ok(Members.shape(step, StoreJson::maintenance)));
  }

  private CompletionStage<HttpAnswer> timeline(Call call) {
    String queue = call.queue();
    return range(call.query())
        .thenCompose(range -> range.of(parts.engine(), queue))
        .thenApply(timeline -> HttpAnswer.ok(Members.shape(timeline, StoreJson::timeline)));
  }

  private CompletionStage<HttpAnswer> timelineOfAll(Call call) {
    return range(call.query())
        .thenCompose(range ->
            parts
                .engine()
                .queues()
                .thenApply(queues -> queuesFor(call, queues))
                .thenCompose(queues -> range.sum(parts.engine(), queues)))
        .thenApply(timeline -> HttpAnswer.ok(Members.shape(timeline, StoreJson::timeline)));
  }

  private CompletionStage<Range> range(Fields query) {
    Duration past = query.duration("past");
    Instant from = query.instant("from");
    Instant to = query.instant("to");
    if (past != null && from != null) {
      throw new InvalidRequestException("past", past, "only without from");
    }
    int buckets = query.count("buckets", DEFAULT_BUCKETS, MAX_BUCKETS);
    return parts.engine().nowMillis().thenApply(now -> Range.around(now, from, to, past, buckets));
  }

  private CompletionStage<HttpAnswer> audit(Call call) {
    int limit = call.query().count("limit", DEFAULT_PAGE, MAX_PAGE);
    Long before = call.query().whole("cursor");
    return parts
        .engine()
        .auditEntries(before == null ? AuditLog.NEWEST : before, limit)
        .thenApply(entries -> HttpAnswer.ok(page(entries, cursor(entries, limit))));
  }

  /** A page of the audit log; the cursor is 0 on the last one. */
  private static JsonShape page(List<AuditEntry> entries, long cursor) {
    return JsonShape.object(out -> {
      out.writeName("entries");
      JsonShape.array(entries.stream().map(StoreRoutes::entry).toList()).write(out);
      JsonShape.text(out, "cursor", cursor == 0 ? null : String.valueOf(cursor));
    });
  }

  private static JsonShape entry(AuditEntry entry) {
    return JsonShape.object(out -> {
      out.writeNumberProperty("number", entry.number());
      JsonShape.moment(out, "at", entry.atMillis());
      out.writeStringProperty("actor", entry.event().actor());
      out.writeStringProperty("action", entry.event().action());
      JsonShape.text(out, "queue", entry.event().queue());
      JsonShape.text(out, "id", entry.event().id());
      out.writeName("details");
      out.writeStartObject();
      new TreeMap<>(entry.event().details()).forEach(out::writeStringProperty);
      out.writeEndObject();
    });
  }

  private static long cursor(List<AuditEntry> entries, int limit) {
    return entries.size() < limit ? 0 : entries.get(entries.size() - 1).number();
  }

  private CompletionStage<HttpAnswer> backup(Call call) {
    Path folder = absolute(call.json(List.of("folder")).text("folder"));
    Consumer<Path> copier = parts.backups();
    if (copier == null) {
      throw new InvalidRequestException(
          ErrorCode.UNSUPPORTED,
          "store",
          parts.engine().capabilities().name(),
          "a store in a folder");
    }
    // Writing blocks, so not on the event loop.
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(copy(copier, folder)), false)
        .onFailure(answer::completeExceptionally);
    return answer;
  }

  private static HttpAnswer copy(Consumer<Path> copier, Path folder) {
    copier.accept(folder);
    return HttpAnswer.ok(JsonShape.object("folder", JsonShape.value(folder.toString())));
  }

  // The caller does not know the working directory of the server.
  private static Path absolute(@Nullable String text) {
    try {
      Path folder = text == null ? Path.of("") : Path.of(text);
      if (folder.isAbsolute()) {
        return folder.normalize();
      }
    } catch (InvalidPathException malformed) {
      // Refused below.
    }
    throw new InvalidRequestException("folder", text, "an absolute path on the server's machine");
  }

  /** A range of time in buckets; by default the hour from now on, with {@code past} up to now. */
  private record Range(long now, long from, long to, int buckets) {
    static Range around(
        long now,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Duration past,
        int buckets) {
      long back = past == null ? 0 : Math.min(now, Limits.delayMillis(past));
      long start = from == null ? now - back : TimeText.millis("from", from);
      long length = past == null ? HOUR_MILLIS : back;
      long end = to == null ? start + length : TimeText.millis("to", to);
      if (end - start < buckets) {
        throw new InvalidRequestException(
            "to", end, "after from (" + start + ") by 1 ms or more for each bucket");
      }
      return new Range(now, start, end, buckets);
    }

    CompletionStage<Timeline> of(Engine engine, String queue) {
      return engine.timeline(queue, from, to, buckets);
    }

    /** The sum of the timelines of queues, which are added up as they arrive. */
    CompletionStage<Timeline> sum(Engine engine, List<String> queues) {
      AtomicReference<Timeline> sum =
          new AtomicReference<>(new Timeline(Instant.ofEpochMilli(now), List.of()));
      return Stages.each(
              queues,
              queue ->
                  of(engine, queue).thenApply(one -> sum.accumulateAndGet(one, Range::plus).now()))
          .thenApply(all -> sum.get());
    }

    private static Timeline plus(Timeline left, Timeline right) {
      if (left.buckets().isEmpty()) {
        return right;
      }
      List<Timeline.Bucket> buckets = new ArrayList<>();
      for (int i = 0; i < left.buckets().size(); i++) {
        buckets.add(plus(left.buckets().get(i), right.buckets().get(i)));
      }
      return new Timeline(left.now().isAfter(right.now()) ? left.now() : right.now(), buckets);
    }

    private static Timeline.Bucket plus(Timeline.Bucket left, Timeline.Bucket right) {
      return new Timeline.Bucket(
          left.from(),
          left.to(),
          left.waiting() + right.waiting(),
          left.ran() + right.ran(),
          left.done() + right.done(),
          left.failed() + right.failed(),
          left.totalLateness().plus(right.totalLateness()),
          left.maxLateness().compareTo(right.maxLateness()) > 0
              ? left.maxLateness()
              : right.maxLateness());
    }
  }
}
