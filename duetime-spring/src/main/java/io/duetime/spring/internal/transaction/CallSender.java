package io.duetime.spring.internal.transaction;

import io.duetime.Cancelled;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes kept calls in their order, neighbours of a kind as one batch. */
public final class CallSender {
  private final Duetime duetime;

  /** Makes a sender to a store. */
  public CallSender(Duetime duetime) {
    this.duetime = duetime;
  }

  /**
   * Divides items into batches of one kind each. The calls for a job are in batches of their order,
   * so that a later one is not taken where an earlier one was refused; those for different jobs do
   * not depend on each other.
   *
   * @param call the call of an item
   */
  public static <C> List<List<C>> batches(List<C> items, Function<C, DeferredCall> call) {
    List<List<C>> batches = new ArrayList<>();
    Map<DeferredCall.JobKey, Integer> lastOfJob = new HashMap<>();
    for (C item : items) {
      DeferredCall next = call.apply(item);
      int place = lastOfJob.getOrDefault(next.job(), -1) + 1;
      while (place < batches.size()
          && !call.apply(batches.get(place).get(0)).sharesBatchWith(next)) {
        place++;
      }
      if (place == batches.size()) {
        batches.add(new ArrayList<>());
      }
      batches.get(place).add(item);
      lastOfJob.put(next.job(), place);
    }
    return batches;
  }

  /**
   * Sends one batch.
   *
   * @return for each call why it was refused, or empty
   * @throws DuetimeException if the store did not answer
   */
  public List<Optional<DuetimeException>> send(List<DeferredCall> batch) {
    DeferredCall first = batch.get(0);
    JobQueue<byte[]> queue = queue(first.target());
    if (first instanceof DeferredCall.Schedule) {
      List<JobRequest<byte[]>> requests = new ArrayList<>();
      batch.forEach(call -> requests.add(((DeferredCall.Schedule) call).request()));
      return refusals(queue.scheduleAll(requests), Scheduled::refusal);
    }
    if (first instanceof DeferredCall.Reschedule) {
      List<RescheduleRequest> requests = new ArrayList<>();
      batch.forEach(call -> requests.add(((DeferredCall.Reschedule) call).request()));
      return refusals(queue.rescheduleAll(requests), Rescheduled::refusal);
    }
    return refusals(
        queue.cancelAll(batch.stream().map(DeferredCall::id).toList()), Cancelled::refusal);
  }

  private JobQueue<byte[]> queue(DeferredCall.Target target) {
    JobQueue<byte[]> queue =
        duetime.queue(target.queue(), new EncodedPayload(target.contentType()));
    return target.durability() == null ? queue : queue.withDurability(target.durability());
  }

  private interface Refusal<A> {
    @Nullable DuetimeException of(A answer);
  }

  private static <A> List<Optional<DuetimeException>> refusals(
      List<A> answers, Refusal<A> refusal) {
    return answers.stream().map(answer -> Optional.ofNullable(refusal.of(answer))).toList();
  }
}
