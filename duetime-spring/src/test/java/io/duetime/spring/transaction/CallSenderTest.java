package io.duetime.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import io.duetime.RescheduleRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallSenderTest {
  private static final DeferredCall.Target ORDERS = new DeferredCall.Target("orders", null, null);

  @Test
  void callsForManyJobsAreFewBatches() {
    assertThat(batches(schedule("a"), schedule("b"), cancel("a"), schedule("c"), cancel("b")))
        .containsExactly(
            List.of("schedule a", "schedule b", "schedule c"), List.of("cancel a", "cancel b"));
  }

  @Test
  void callsForOneJobKeepTheirOrder() {
    assertThat(batches(schedule("a"), cancel("a"), schedule("a"), reschedule("a"), cancel("b")))
        .containsExactly(
            List.of("schedule a"),
            List.of("cancel a", "cancel b"),
            List.of("schedule a"),
            List.of("reschedule a"));
  }

  // If the first one is refused, the second one must not overtake it.
  @Test
  void callsOfOneKindForOneJobShareNoBatch() {
    assertThat(batches(schedule("a"), schedule("b"), schedule("a")))
        .containsExactly(List.of("schedule a", "schedule b"), List.of("schedule a"));
  }

  @Test
  void callsForDifferentQueuesShareNoBatch() {
    DeferredCall.Target mails = new DeferredCall.Target("mails", null, null);

    assertThat(batches(cancel("a"), new DeferredCall.Cancel(mails, "a"))).hasSize(2);
  }

  private static List<List<String>> batches(DeferredCall... calls) {
    return CallSender.batches(List.of(calls), call -> call).stream()
        .map(batch -> batch.stream().map(CallSenderTest::word).toList())
        .toList();
  }

  private static String word(DeferredCall call) {
    return call.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT) + " " + call.id();
  }

  private static DeferredCall schedule(String id) {
    return new DeferredCall.Schedule(ORDERS, id, JobRequest.builder(new byte[0]).id(id).build());
  }

  private static DeferredCall reschedule(String id) {
    return new DeferredCall.Reschedule(ORDERS, RescheduleRequest.of(id, Duration.ZERO));
  }

  private static DeferredCall cancel(String id) {
    return new DeferredCall.Cancel(ORDERS, id);
  }
}
