package io.duetime.runtime.produce;

import io.duetime.AsyncQueue;
import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Updated;
import io.duetime.async.Stages;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Reschedule;
import io.duetime.engine.support.Calls;
import io.duetime.runtime.call.Listeners;
import io.duetime.runtime.call.QueueContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Schedules, reschedules, updates and cancels jobs of one queue. */
public interface ProducerClient<T> extends AsyncQueue<T> {
  /** The queue. */
  QueueContext queue();

  /** Encodes the payloads. */
  Codec<T> codec();

  /** Makes requests of the engine. */
  Specs specs();

  @Override
  default CompletionStage<Scheduled> schedule(JobRequest<T> request) {
    return queue().answer(() -> send(request));
  }

  /** Schedules a job for a caller that waits. */
  default CompletableFuture<Scheduled> send(JobRequest<T> request) {
    JobSpec spec = announced(spec(request));
    CompletableFuture<Scheduled> sent = queue().calls().schedule(spec, asked(request));
    notifyFailure(sent, () -> List.of(spec.id()));
    return sent.thenApply(answer -> orThrow(notified(answer), answer.refusal()));
  }

  @Override
  default CompletionStage<List<Scheduled>> scheduleAll(Collection<JobRequest<T>> requests) {
    return queue().answer(() -> sendAll(requests));
  }

  /** Sends items with the same durability together. */
  private CompletableFuture<List<Scheduled>> sendAll(Collection<JobRequest<T>> requests) {
    batch("requests", requests);
    Map<Durability, List<Integer>> groups = new LinkedHashMap<>();
    List<@Nullable JobSpec> all = new ArrayList<>(requests.size());
    Scheduled[] answers = new Scheduled[requests.size()];
    for (JobRequest<T> request : requests) {
      int place = all.size();
      try {
        all.add(spec(request));
        groups.computeIfAbsent(asked(request), same -> new ArrayList<>()).add(place);
      } catch (InvalidRequestException refused) {
        all.add(null);
        answers[place] = Scheduled.refused(id(request), refused);
      }
    }
    // After all have been encoded: a codec's Error leaves no announced request without an answer.
    all.replaceAll(spec -> spec == null ? null : announced(spec));
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (Map.Entry<Durability, List<Integer>> group : groups.entrySet()) {
      done = done.thenCompose(before -> schedule(all, group.getValue(), group.getKey(), answers));
    }
    notifyFailure(done, () -> unanswered(all, answers));
    return done.thenApply(every -> List.of(answers));
  }

  private static List<String> unanswered(List<@Nullable JobSpec> all, Scheduled[] answers) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      JobSpec spec = all.get(i);
      if (answers[i] == null && spec != null) {
        ids.add(spec.id());
      }
    }
    return ids;
  }

  @Override
  default CompletionStage<Rescheduled> reschedule(RescheduleRequest request) {
    return queue()
        .answer(() ->
            queue()
                .calls()
                .reschedule(
                    Specs.reschedule(Limits.given("request", request)), queue().durability())
                .thenApply(answer -> orThrow(answer, answer.refusal())));
  }

  @Override
  default CompletionStage<List<Rescheduled>> rescheduleAll(Collection<RescheduleRequest> requests) {
    return queue()
        .answer(() -> {
          batch("requests", requests);
          return Calls.<RescheduleRequest, Rescheduled>sound(
                  requests.stream().toList(), ProducerClient::refusal, this::rescheduleSound)
              .toCompletableFuture();
        });
  }

  private static @Nullable Rescheduled refusal(@Nullable RescheduleRequest request) {
    return request == null ? Rescheduled.refused("", missing("request")) : null;
  }

  private CompletableFuture<List<Rescheduled>> rescheduleSound(List<RescheduleRequest> requests) {
    List<Reschedule> changes = requests.stream().map(Specs::reschedule).toList();
    return queue().calls().reschedule(changes, queue().durability());
  }

  @Override
  default CompletionStage<Updated> update(String id, UnaryOperator<JobChange<T>> change) {
    return queue()
        .answer(() ->
            queue()
                .calls()
                .update(
                    new JobUpdate(Limits.id(id), Specs.change(change, codec())),
                    queue().durability())
                .thenApply(answer -> orThrow(answer, answer.refusal())));
  }

  @Override
  default CompletionStage<CancelOutcome> cancel(String id) {
    return queue()
        .answer(() ->
            queue()
                .calls()
                .cancel(Limits.id(id), queue().durability())
                .thenApply(Cancelled::outcome));
  }

  @Override
  default CompletionStage<List<Cancelled>> cancelAll(Collection<String> ids) {
    return queue()
        .answer(() -> {
          batch("ids", ids);
          return queue().calls().cancel(ids.stream().toList(), queue().durability());
        });
  }

  private CompletableFuture<Void> schedule(
      List<@Nullable JobSpec> all, List<Integer> places, Durability asked, Scheduled[] answers) {
    List<JobSpec> specsOfGroup =
        places.stream().map(all::get).map(Objects::requireNonNull).toList();
    return queue()
        .calls()
        .schedule(specsOfGroup, asked)
        .thenAccept(results -> {
          for (int i = 0; i < places.size(); i++) {
            answers[places.get(i)] = notified(results.get(i));
          }
        });
  }

  /** Tells listeners of a job that is about to be sent, and adds those headers that fit. */
  private JobSpec announced(JobSpec spec) {
    Listeners listeners = queue().context().listeners();
    if (listeners.isEmpty()) {
      return spec;
    }
    JobBody body = spec.body();
    Map<String, String> headers = listeners.headers(queue().name(), spec.id(), body.headers());
    if (headers.equals(body.headers())) {
      return spec;
    }
    return spec.toBuilder().body(body.withHeaders(headers)).build();
  }

  /** Tells the listeners if a call fails; {@code ids} are of the jobs without an answer then. */
  private void notifyFailure(CompletionStage<?> call, Supplier<List<String>> ids) {
    Listeners listeners = queue().context().listeners();
    if (!listeners.isEmpty()) {
      Stages.whenDone(
          call,
          (answer, failure) -> {
            if (failure != null) {
              ids.get()
                  .forEach(id ->
                      listeners.notify(one -> one.scheduleFailed(queue().name(), id, failure)));
            }
          });
    }
  }

  private Scheduled notified(Scheduled answer) {
    queue().context().listeners().notify(one -> one.scheduled(queue().name(), answer));
    return answer;
  }

  private JobSpec spec(JobRequest<T> request) {
    return specs().job(queue().name(), Limits.given("request", request), codec());
  }

  private static String id(@Nullable JobRequest<?> request) {
    return request == null ? "" : request.id().orElse("");
  }

  private static InvalidRequestException missing(String field) {
    return new InvalidRequestException(field, null, "a value that is not null");
  }

  private Durability asked(JobRequest<T> request) {
    return request.durability().orElse(queue().durability());
  }

  private static void batch(String field, Collection<?> items) {
    if (Limits.given(field, items).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  /** Returns the answer of a single call, whose refusal is thrown. */
  static <A> A orThrow(A answer, @Nullable DuetimeException refusal) {
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }
}
