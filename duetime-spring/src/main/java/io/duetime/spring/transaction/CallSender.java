package io.duetime.spring.transaction;

import io.duetime.Cancelled;
import io.duetime.Codec;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes kept calls in their order, neighbours of a kind as one batch. */
public final class CallSender {
  private static final Logger LOG = LoggerFactory.getLogger(CallSender.class);
  private static final int NAMED = 10;

  private final Duetime duetime;

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

  // The transaction is committed: an exception would tell its caller the opposite.
  void sendCommitted(List<DeferredCall> calls) {
    for (List<DeferredCall> batch : batches(calls, call -> call)) {
      try {
        List<Optional<DuetimeException>> refusals = send(batch);
        for (int i = 0; i < refusals.size(); i++) {
          DeferredCall call = batch.get(i);
          refusals.get(i).ifPresent(refusal -> logFailed(List.of(call), refusal));
        }
      } catch (RuntimeException failure) {
        logFailed(batch, failure);
      }
    }
  }

  private static void logFailed(List<DeferredCall> calls, Exception failure) {
    String ids =
        calls.stream().limit(NAMED).map(DeferredCall::id).collect(Collectors.joining(", "));
    LOG.error(
        "After the commit of a transaction, {} calls of kind {} failed for queue {} and did not"
            + " take effect, for the jobs {}{}",
        calls.size(),
        calls.get(0).getClass().getSimpleName(),
        calls.get(0).target().queue(),
        ids,
        calls.size() > NAMED ? " and others" : "",
        failure);
  }

  private JobQueue<byte[]> queue(DeferredCall.Target target) {
    JobQueue<byte[]> queue = duetime.queue(target.queue(), new Encoded(target.contentType()));
    return target.durability() == null ? queue : queue.withDurability(target.durability());
  }

  /** Passes bytes on that a queue's own codec has made, with its content type. */
  private record Encoded(@Nullable String contentType) implements Codec<byte[]> {
    @Override
    public byte[] encode(byte[] payload) {
      return payload;
    }

    @Override
    public byte[] decode(byte[] bytes) {
      return bytes;
    }
  }

  private static <A> List<Optional<DuetimeException>> refusals(
      List<A> answers, Function<A, @Nullable DuetimeException> refusal) {
    return answers.stream().map(answer -> Optional.ofNullable(refusal.apply(answer))).toList();
  }
}
