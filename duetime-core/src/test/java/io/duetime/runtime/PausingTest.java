package io.duetime.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.QueueAdmin;
import io.duetime.RetryableException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues paused and resumed, one by one and by the pattern of their names. */
class PausingTest {
  private final Simulation world = Simulation.thatReliesOnSignals();

  private void queues(String... names) {
    for (String name : names) {
      admin(name).configure(settings -> settings.maxRunning(3));
    }
  }

  private QueueAdmin admin(String name) {
    return world.duetime().admin(name);
  }

  private boolean isPaused(String name) {
    return admin(name).settings().pausedUntil().isPresent();
  }

  @Test
  void oneQueueIsPausedAndResumed() {
    Instant moment = Simulation.START.plusSeconds(60);

    assertThat(admin("a").pause().pausedUntil()).contains(Instant.MAX);
    assertThat(admin("a").pauseUntil(moment).pausedUntil()).contains(moment);
    assertThat(isPaused("a")).isTrue();
    assertThat(admin("a").resume().pausedUntil()).isEmpty();
    assertThat(isPaused("a")).isFalse();
  }

  @Test
  void queuesArePausedByThePatternOfTheirNames() {
    queues("mail/a", "mail/b", "orders", "mail");
    admin("mail/b").pause();

    assertThat(world.duetime().pause("mail/*")).containsExactly("mail/a");

    assertThat(isPaused("mail/a")).isTrue();
    assertThat(isPaused("mail")).isFalse();
    assertThat(isPaused("orders")).isFalse();
    assertThat(admin("mail/a").settings().maxRunning()).isEqualTo(3);
    assertThat(world.duetime().resume("*")).containsExactly("mail/a", "mail/b");
    assertThat(world.duetime().resume("*")).isEmpty();
  }

  @Test
  void aPauseUntilAMomentBecomesOneUntilResumed() {
    admin("a").pauseUntil(Simulation.START.plusSeconds(60));

    assertThat(world.duetime().pause("a")).containsExactly("a");

    assertThat(admin("a").settings().pausedUntil()).contains(Instant.MAX);
  }

  @Test
  void aNameAloneMeansThatQueueAlsoBeforeItsFirstJob() {
    assertThat(world.duetime().resume("new")).isEmpty();
    assertThat(world.duetime().queues()).isEmpty();
    assertThat(world.duetime().pause("new")).containsExactly("new");
    assertThat(isPaused("new")).isTrue();
    assertThat(world.duetime().pause("nothing*")).isEmpty();
  }

  @Test
  void aQueueThatFailsKeepsNoOtherFromBeingPausedAndIsNamed() {
    String[] names = IntStream.range(100, 200).mapToObj(i -> "mail/" + i).toArray(String[]::new);
    queues(names);
    world.engine.refuse(
        "configure",
        "mail/101",
        new RetryableException(ErrorCode.STORE_UNAVAILABLE, "its node is away"));

    assertThatThrownBy(() -> world.duetime().pause("mail/*"))
        .isInstanceOf(RetryableException.class)
        .hasMessageStartingWith("mail/101 failed: its node is away; changed: mail/100, mail/102,")
        .hasMessageEndingWith("mail/120 and 79 more; the call may be repeated");

    assertThat(names).filteredOn(name -> !isPaused(name)).containsExactly("mail/101");
    world.engine.recover();
    assertThat(world.duetime().pause("mail/*")).containsExactly("mail/101");
  }

  @ParameterizedTest
  @CsvSource({
    "*, orders, true",
    "mail/*, mail/, true",
    "mail/*, mail, false",
    "*mail, my-mail, true",
    "a*a, a, false",
    "a*a, aa, true",
    "a*b*c, a.b.b.c, true",
    "a*b*c, a.c.b, false",
    "**, x, true",
    "a.b, a.b, true",
    "a.b, axb, false",
    "*ab*b, abb, true",
    "*ab*ab, xab, false"
  })
  void aStarMatchesAnyCharacters(String pattern, String name, boolean matches) {
    assertThat(new QueuePattern(pattern).matches(name)).isEqualTo(matches);
  }

  @Test
  void aPatternOfManyStarsIsMatchedInAShortTime() {
    assertThat(new QueuePattern("*a".repeat(90) + "*b").matches("a".repeat(200))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-mail*", "mail ?", "ma[il", "mail\n*"})
  void aPatternThatNoQueueCanHaveIsRefused(String pattern) {
    assertThatThrownBy(() -> world.duetime().pause(pattern))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("pattern is '")
        .hasMessageEndingWith("allowed: the name of a queue, in which * matches any characters");
    assertThatThrownBy(() -> world.duetime().resume("x".repeat(201)))
        .isInstanceOf(InvalidRequestException.class);
  }
}
