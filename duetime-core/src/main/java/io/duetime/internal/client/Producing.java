package io.duetime.internal.client;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.engine.CancelResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.ScheduleResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Schedules, moves and cancels jobs of one queue. */
final class Producing<T> {
  private final QueueSide side;
  private final Codec<T> codec;
  private final Specs specs;

  Producing(QueueSide side, Codec<T> codec, Specs specs) {
    this.side = side;
    this.codec = codec;
    this.specs = specs;
  }

  CompletableFuture<Scheduled> schedule(JobRequest<T> request) {
    JobSpec spec = specs.job(side.name(), request, codec);
    return side.calls()
        .schedule(spec, asked(request))
        .thenApply(result -> {
          Scheduled answer = told(result);
          return Answers.orThrow(answer, answer.refusal());
        });
  }

  /** Items that ask for the same durability travel together. */
  CompletableFuture<List<Scheduled>> scheduleAll(Collection<JobRequest<T>> requests) {
    batch("requests", requests);
    Map<Durability, List<Integer>> groups = new LinkedHashMap<>();
    List<JobSpec> all = new ArrayList<>(requests.size());
    for (JobRequest<T> request : requests) {
      groups.computeIfAbsent(asked(request), same -> new ArrayList<>()).add(all.size());
      all.add(specs.job(side.name(), request, codec));
    }
    Scheduled[] answers = new Scheduled[all.size()];
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (Map.Entry<Durability, List<Integer>> group : groups.entrySet()) {
      done = done.thenCompose(before -> schedule(all, group.getValue(), group.getKey(), answers));
    }
    return done.thenApply(every -> List.of(answers));
  }

  CompletableFuture<Rescheduled> reschedule(RescheduleRequest request) {
    return side.calls()
        .reschedule(Specs.reschedule(request), side.durability())
        .thenApply(
            result -> Answers.orThrow(Answers.rescheduled(request.id(), result), result.refusal()));
  }

  CompletableFuture<List<Rescheduled>> rescheduleAll(Collection<RescheduleRequest> requests) {
    batch("requests", requests);
    List<Reschedule> changes = requests.stream().map(Specs::reschedule).toList();
    return side.calls()
        .reschedule(changes, side.durability())
        .thenApply(results ->
            zip(changes, results, (one, result) -> Answers.rescheduled(one.id(), result)));
  }

  CompletableFuture<CancelOutcome> cancel(String id) {
    return side.calls().cancel(Limits.id(id), side.durability()).thenApply(CancelResult::outcome);
  }

  CompletableFuture<List<Cancelled>> cancelAll(Collection<String> ids) {
    batch("ids", ids);
    List<String> all = ids.stream().map(Limits::id).toList();
    return side.calls()
        .cancel(all, side.durability())
        .thenApply(results -> zip(all, results, Answers::cancelled));
  }

  private CompletableFuture<Void> schedule(
      List<JobSpec> all, List<Integer> places, Durability asked, Scheduled[] answers) {
    List<JobSpec> specsOfGroup = places.stream().map(all::get).toList();
    return side.calls()
        .schedule(specsOfGroup, asked)
        .thenAccept(results -> {
          for (int i = 0; i < places.size(); i++) {
            answers[places.get(i)] = told(results.get(i));
          }
        });
  }

  private Scheduled told(ScheduleResult result) {
    Scheduled answer = Answers.scheduled(result);
    side.context().listeners().scheduled(side.name(), answer);
    return answer;
  }

  private Durability asked(JobRequest<T> request) {
    return request.durability().orElse(side.durability());
  }

  private static void batch(String field, Collection<?> items) {
    if (items.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  private static <A, B, R> List<R> zip(List<A> left, List<B> right, BiFunction<A, B, R> both) {
    List<R> zipped = new ArrayList<>(left.size());
    for (int i = 0; i < left.size(); i++) {
      zipped.add(both.apply(left.get(i), right.get(i)));
    }
    return List.copyOf(zipped);
  }
}
