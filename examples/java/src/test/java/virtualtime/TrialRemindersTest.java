package virtualtime;

import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.duetime.Codec;
import io.duetime.test.DuetimeExtension;
import io.duetime.test.TestDuetime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(DuetimeExtension.class)
class TrialRemindersTest {
  private final List<String> done = new ArrayList<>();
  private TrialReminders trials;

  @BeforeEach
  void start(TestDuetime duetime) {
    trials = new TrialReminders(duetime);
    trials.start(
        customer -> done.add("reminded " + customer), customer -> done.add("ended " + customer));
  }

  @Test
  void aTrialEndsAfterTwoWeeksWithAReminderTwoDaysBefore(TestDuetime duetime) {
    trials.signedUp("Ada");

    duetime.advance(Duration.ofDays(12).minusMillis(1));
    assertEquals(List.of(), done);
    duetime.advance(Duration.ofMillis(1));
    assertEquals(List.of("reminded Ada"), done);
    duetime.advance(Duration.ofDays(2));
    assertEquals(List.of("reminded Ada", "ended Ada"), done);
  }

  @Test
  void aCustomerWhoBuysIsLeftAlone(TestDuetime duetime) {
    trials.signedUp("Ada");
    duetime.advance(Duration.ofDays(11));
    trials.bought("Ada");

    duetime.advance(Duration.ofDays(30));

    assertEquals(List.of(), done);
    assertThat(duetime.queue("trial-ends", Codec.string())).hasNothingWaiting();
  }

  @Test
  void aProlongedTrialEndsLater(TestDuetime duetime) {
    trials.signedUp("Ada");
    duetime.advance(Duration.ofDays(10));

    trials.prolong("Ada", Duration.ofDays(14));

    assertThat(duetime.queue("trial-ends", Codec.string()))
        .hasScheduled("Ada")
        .dueAt(duetime.now().plus(Duration.ofDays(14)));
    duetime.advance(Duration.ofDays(14));
    assertEquals(List.of("reminded Ada", "ended Ada"), done);
  }
}
