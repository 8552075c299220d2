package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.PayloadForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds jobs over all queues that the caller may read: by id, by tag, or by a piece of text.
 *
 * @param executor reads pages
 */
record SearchRoutes(Engine engine, Executor executor) {
  private static final List<String> WANTED = List.of("id", "tag", "text");
  private static final int DEFAULT_FOUND = 100;
  private static final int PAGE = 500;

  /** The most jobs with a tag that are shown of a queue. */
  private static final int TAGGED_PAGE = 100;

  /** The most jobs and queues that one call reads to look for a text. */
  private static final int MAX_EXAMINED = 5_000;

  /** The most jobs of a state that are counted in a queue by one call. */
  private static final int MAX_COUNTED = 10_000;

  List<Route> routes() {
    return List.of(
        Route.get("/v1/search", Rule.someQueue(Role.READ), this::search)
            .query(WANTED)
            .query("limit", "cursor"));
  }

  /** A job and its queue; many are kept, so without payload and history. */
  private record Found(String queue, JobView job) {
    static Found brief(String queue, JobView job) {
      JobView brief =
          new JobView(
              job.id(),
              job.state(),
              JobBody.of(new byte[0]),
              job.times(),
              job.traits(),
              job.lease(),
              job.end(),
              List.of(),
              job.successorDueAtMillis());
      return new Found(queue, brief);
    }
  }

  /**
   * The jobs of a queue with a tag.
   *
   * @param jobs the first of them
   * @param isAll whether there are no others
   */
  private record Tagged(String queue, List<Found> jobs, boolean isAll, int waiting, int dead) {}

  private CompletionStage<HttpAnswer> search(Call call) {
    Fields query = call.query();
    List<String> given = WANTED.stream().filter(query::has).toList();
    if (given.size() != 1) {
      throw new InvalidRequestException("id", given, "one of id, tag and text");
    }
    String name = given.get(0);
    String wanted = Limits.text(name, Objects.requireNonNullElse(query.text(name), ""));
    int limit = query.count("limit", DEFAULT_FOUND, Limits.MAX_PAGE);
    String cursor = query.text("cursor");
    if (cursor != null && !name.equals("text")) {
      throw new InvalidRequestException("cursor", cursor, "only with text");
    }
    return switch (name) {
      case "id" -> byId(call, Limits.id(wanted), limit);
      case "tag" -> byTag(call, wanted, limit);
      default -> byText(call, wanted, limit, cursor);
    };
  }

  private CompletionStage<List<String>> queues(Predicate<String> isAllowed) {
    return engine.queues().thenApply(all -> all.stream().filter(isAllowed).sorted().toList());
  }

  private CompletionStage<HttpAnswer> byId(Call call, String id, int limit) {
    return queues(queue -> call.caller().may(Role.READ, queue))
        .thenCompose(queues ->
            Stages.each(
                queues,
                queue ->
                    engine
                        .find(queue, id)
                        .thenApply(job -> job.map(found -> Found.brief(queue, found)))))
        .thenApply(all -> {
          List<Found> found = all.stream().flatMap(Optional::stream).toList();
          return HttpAnswer.ok(
              JsonShape.object(out -> {
                jobs(found.stream().limit(limit)).write(out);
                out.writeBooleanProperty("complete", found.size() <= limit);
              }));
        });
  }

  private CompletionStage<HttpAnswer> byTag(Call call, String tag, int limit) {
    Selection tagged = Selection.ALL.tagged(tag);
    return queues(queue -> call.caller().may(Role.READ, queue))
        .thenCompose(queues -> Stages.each(queues, queue -> tagged(queue, tagged, limit, null)))
        .thenApply(all -> {
          List<Tagged> found = all.stream().filter(queue -> !queue.jobs.isEmpty()).toList();
          List<Found> jobs = found.stream().flatMap(each -> each.jobs.stream()).toList();
          boolean isAll = jobs.size() <= limit && found.stream().allMatch(Tagged::isAll);
          return HttpAnswer.ok(
              JsonShape.object(out -> {
                out.writeName("queues");
                JsonShape.array(found.stream().map(SearchRoutes::counts).toList()).write(out);
                jobs(jobs.stream().limit(limit)).write(out);
                out.writeBooleanProperty("complete", isAll);
              }));
        });
  }

  private static JsonShape counts(Tagged found) {
    return JsonShape.object(out -> {
      out.writeStringProperty("queue", found.queue);
      out.writeNumberProperty("waiting", found.waiting);
      out.writeNumberProperty("dead", found.dead);
    });
  }

  /** Counts only where there is such a job, as most queues have none. */
  private CompletionStage<Tagged> tagged(
      String queue, Selection tagged, int limit, @Nullable String cursor) {
    return engine
        .list(queue, tagged, cursor, Math.min(limit, TAGGED_PAGE))
        .thenComposeAsync(
            page -> {
              String next = page.cursor();
              if (page.jobs().isEmpty()) {
                return next == null
                    ? Stages.done(new Tagged(queue, List.of(), true, 0, 0))
                    : tagged(queue, tagged, limit, next);
              }
              List<Found> jobs = page.jobs().stream().map(job -> Found.brief(queue, job)).toList();
              return count(queue, tagged, new BulkChange.Cancel(), null, 0)
                  .thenCombine(
                      count(queue, tagged, new BulkChange.Purge(), null, 0),
                      (waiting, dead) -> new Tagged(queue, jobs, next == null, waiting, dead));
            },
            executor);
  }

  /** Counts the jobs that a change would go through, on from a number. */
  private CompletionStage<Integer> count(
      String queue, Selection tagged, BulkChange change, @Nullable String cursor, int before) {
    return engine
        .change(queue, tagged, new BulkChange.Count(change), cursor, MAX_COUNTED - before)
        .thenComposeAsync(
            step -> {
              int soFar = before + step.changed();
              return step.cursor() == null || soFar >= MAX_COUNTED
                  ? Stages.done(soFar)
                  : count(queue, tagged, change, step.cursor(), soFar);
            },
            executor);
  }

  private CompletionStage<HttpAnswer> byText(
      Call call, String text, int limit, @Nullable String cursor) {
    String queue = cursor == null ? "" : Limits.queue(before(cursor));
    Scan scan = new Scan(text, limit, queue, cursor == null ? null : behind(cursor));
    return queues(each -> call.caller().may(Role.PAYLOAD, each) && each.compareTo(queue) >= 0)
        .thenCompose(queues -> scan.read(queues, 0))
        .thenApply(done -> HttpAnswer.ok(scan.shape()));
  }

  private static String before(String cursor) {
    int comma = cursor.indexOf(',');
    if (comma < 0) {
      throw new InvalidRequestException("cursor", cursor, "the cursor of the answer before");
    }
    return cursor.substring(0, comma);
  }

  private static @Nullable String behind(String cursor) {
    String inQueue = cursor.substring(cursor.indexOf(',') + 1);
    return inQueue.isEmpty() ? null : inQueue;
  }

  /** A bounded scan for a text, page by page; used by one page at a time. */
  private final class Scan {
    private final String text;
    private final int limit;
    private final String firstQueue;
    private final List<Found> found = new ArrayList<>();
    private @Nullable String inQueue;
    private int examined;
    private int queuesRead;
    private @Nullable String next;

    Scan(String text, int limit, String firstQueue, @Nullable String inQueue) {
      this.text = text;
      this.limit = limit;
      this.firstQueue = firstQueue;
      this.inQueue = inQueue;
    }

    CompletionStage<Boolean> read(List<String> queues, int at) {
      if (at == queues.size()) {
        return Stages.done(true);
      }
      String queue = queues.get(at);
      queuesRead++;
      return page(queue, queue.equals(firstQueue) ? inQueue : null)
          .thenCompose(rest -> {
            if (rest.isPresent()) {
              next = queue + "," + rest.get();
            } else if (isOver() && at + 1 < queues.size()) {
              next = queues.get(at + 1) + ",";
            }
            return next == null ? read(queues, at + 1) : Stages.done(true);
          });
    }

    private boolean isOver() {
      return found.size() >= limit || examined + queuesRead >= MAX_EXAMINED;
    }

    /** Reads a queue until it ends, or this scan does; answers where to go on in the queue. */
    private CompletionStage<Optional<String>> page(String queue, @Nullable String cursor) {
      return engine
          .list(queue, Selection.ALL, cursor, PAGE)
          .thenComposeAsync(
              page -> {
                page.jobs().stream()
                    .filter(this::hasText)
                    .forEach(job -> found.add(Found.brief(queue, job)));
                examined += page.jobs().size();
                return page.cursor() == null || isOver()
                    ? Stages.done(Optional.ofNullable(page.cursor()))
                    : page(queue, page.cursor());
              },
              executor);
    }

    private boolean hasText(JobView job) {
      return job.id().contains(text)
          || new String(job.body().payload(), StandardCharsets.UTF_8).contains(text);
    }

    JsonShape shape() {
      return JsonShape.object(out -> {
        jobs(found.stream()).write(out);
        out.writeNumberProperty("examined", examined);
        out.writeBooleanProperty("complete", next == null);
        if (next == null) {
          out.writeNullProperty("cursor");
        } else {
          out.writeStringProperty("cursor", next);
        }
      });
    }
  }

  /** The member {@code jobs}, without payloads and errors. */
  private static JsonShape jobs(Stream<Found> found) {
    List<JsonShape> jobs =
        found.map(each -> JobJson.of(each.queue, each.job, PayloadForm.HIDDEN)).toList();
    return out -> {
      out.writeName("jobs");
      JsonShape.array(jobs).write(out);
    };
  }
}
