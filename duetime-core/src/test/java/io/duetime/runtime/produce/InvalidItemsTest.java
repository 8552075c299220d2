package io.duetime.runtime.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.RescheduleOutcome;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What callers hand in wrongly is refused by itself, item by item where there are several. */
class InvalidItemsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Simulation world = Simulation.thatReliesOnSignals();
  private final JobQueue<String> queue = world.queue();

  /** Encodes as it is told. */
  private record Odd() implements Codec<String> {
    @Override
    @SuppressWarnings("NullAway") // what this is about
    public byte[] encode(String payload) {
      if (payload.equals("throw")) {
        throw new IllegalStateException("from the codec");
      }
      return payload.equals("null")
          ? null
          : payload.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public String decode(byte[] bytes) {
      return "decoded";
    }
  }

  @Test
  void whatACodecDoesWrongIsRefusedAsThePayload() {
    JobQueue<String> odd = world.duetime().queue("odd", new Odd());

    List<Scheduled> results =
        odd.scheduleAll(
            List.of(request("null", "a"), request("throw", "b"), request("sound", "c")));

    assertThat(results)
        .extracting(Scheduled::outcome)
        .containsExactly(ScheduleOutcome.REFUSED, ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED);
    assertThat(results).extracting(Scheduled::id).containsExactly("a", "b", "c");
    assertThat(results.get(0).refusal()).hasMessageStartingWith("encoded payload is missing");
    assertThat(results.get(1).refusal()).hasMessageContaining("from the codec");
    assertThatThrownBy(() -> odd.schedule("d", "null", HOUR))
        .isInstanceOf(InvalidRequestException.class);
  }

  private static JobRequest<String> request(String payload, String id) {
    return JobRequest.builder(payload).id(id).build();
  }

  @Test
  void anInvalidIdOfACancelIsAnsweredByItself() {
    queue.schedule("a", "x", HOUR);

    List<Cancelled> results = queue.cancelAll(Arrays.asList("a", "", null, "none"));

    assertThat(results)
        .extracting(Cancelled::outcome)
        .containsExactly(
            CancelOutcome.CANCELLED,
            CancelOutcome.REFUSED,
            CancelOutcome.REFUSED,
            CancelOutcome.UNKNOWN);
    assertThat(results.get(1).refusal())
        .hasMessage("id is ''; allowed: 1 to 255 bytes of UTF-8 without control characters");
    assertThat(results.get(2).refusal()).hasMessageStartingWith("id is missing");
  }

  @Test
  void aMissingRescheduleIsAnsweredByItselfAndOnlyAJobThatIsDueHasADueTime() {
    queue.schedule("a", "x", HOUR);

    List<Rescheduled> results =
        queue.rescheduleAll(
            Arrays.asList(
                null, RescheduleRequest.of("a", HOUR), RescheduleRequest.of("none", HOUR)));

    assertThat(results)
        .extracting(Rescheduled::outcome)
        .containsExactly(
            RescheduleOutcome.REFUSED, RescheduleOutcome.RESCHEDULED, RescheduleOutcome.UNKNOWN);
    assertThat(results)
        .extracting(Rescheduled::dueAt)
        .containsExactly(null, Simulation.START.plus(HOUR), null);
  }

  @Test
  void aLeaseOfAnotherQueueIsAnsweredByItself() {
    queue.schedule("a", "x", Duration.ZERO);
    JobQueue<String> other = world.duetime().queue("other", Codec.string());
    other.schedule("b", "x", Duration.ZERO);
    Lease<String> mine = queue.claim(1, HOUR, Duration.ZERO).get(0);
    Lease<String> foreign = other.claim(1, HOUR, Duration.ZERO).get(0);

    assertThat(queue.ackAll(Arrays.asList(foreign, mine, null)))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.REFUSED, SettleOutcome.ACKED, SettleOutcome.REFUSED);
    assertThat(foreign.ack()).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void everythingIsChangedOnlyWhereThatIsAskedForByItsOwnWord() {
    queue.schedule("a", "x", HOUR);
    @Nullable String noTag = null;

    assertThatThrownBy(() -> queue.waiting().cancel())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "filter is missing; allowed: between, tagged, withIds, diedOf, failedWith or"
                + " errorContains; all() for every job");
    assertThatThrownBy(() -> queue.waiting().reschedule(HOUR))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> queue.dead().redrive()).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> queue.dead().purge()).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> tagged(noTag)).isInstanceOf(InvalidRequestException.class);
    assertThat(queue.waiting().count()).isEqualTo(1);
    assertThat(queue.waiting().all().cancel()).isEqualTo(1);
  }

  @SuppressWarnings("NullAway") // what this is about
  private long tagged(@Nullable String tag) {
    return queue.waiting().tagged(tag).cancel();
  }
}
