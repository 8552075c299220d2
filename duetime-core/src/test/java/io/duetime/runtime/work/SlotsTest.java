package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotsTest {
  private static final int ANY = 10_000;
  private static final long ROUND_TRIP = 200_000;

  private final Slots slots = new Slots(16);

  private void claim(int jobs) {
    int room = slots.reserve(ANY);
    slots.release(room - jobs);
    slots.use(jobs, ROUND_TRIP);
  }

  private void finish(int jobs) {
    for (int i = 0; i < jobs; i++) {
      slots.begun();
      slots.ended();
      slots.settled();
    }
  }

  @Test
  void roomIsUsedAllAtOnce() {
    assertThat(slots.reserve(ANY)).isEqualTo(16);
    assertThat(slots.reserve(ANY)).isZero();

    slots.release(6);

    assertThat(slots.reserve(ANY)).isEqualTo(6);
  }

  @Test
  void noMoreRoomIsUsedThanThereAreJobsFor() {
    assertThat(slots.reserve(3)).isEqualTo(3);
    assertThat(slots.reserve(ANY)).isEqualTo(13);
  }

  @Test
  void slowHandlersHaveNoJobWaitingBehindThem() {
    claim(16);
    for (int i = 0; i < 16; i++) {
      slots.begun();
    }

    assertThat(slots.reserve(ANY)).isZero();

    slots.ended();

    assertThat(slots.reserve(ANY)).isOne();
  }

  @Test
  void handlersThatFinishAllTheyHaveWhileAClaimTravelsGetTwiceAsManyAhead() {
    claim(16);
    finish(8);
    int room = slots.reserve(ANY);
    assertThat(room).isEqualTo(8);
    finish(8);
    slots.use(room, ROUND_TRIP);
    finish(4);
    room = slots.reserve(ANY);
    assertThat(room).isEqualTo(16 + 8 - 4);
    finish(4);
    slots.use(room, ROUND_TRIP);
    finish(room);

    assertThat(slots.reserve(ANY)).isEqualTo(16 + 8 + 8 + 4);
  }

  @Test
  void handlersThatAreBusyWhenTheAnswerComesGetTwiceWhatTheyFinishedMeanwhile() {
    grow();
    int room = slots.reserve(ANY);
    slots.use(room, ROUND_TRIP);
    finish(room / 2);
    int next = slots.reserve(ANY);
    finish(10);
    slots.use(next, ROUND_TRIP);
    finish(room - room / 2 - 10 + next);

    assertThat(slots.reserve(ANY)).isEqualTo(20);
  }

  @Test
  void noMoreThanFiveHundredAreClaimedAhead() {
    for (int i = 0; i < 20; i++) {
      grow();
    }

    assertThat(slots.reserve(ANY)).isEqualTo(16 + 500);
  }

  private void grow() {
    int room = slots.reserve(ANY);
    slots.use(room, ROUND_TRIP);
    finish((room + 1) / 2);
    int next = slots.reserve(ANY);
    finish(room - (room + 1) / 2);
    slots.use(next, ROUND_TRIP);
    finish(next);
  }

  @Test
  void whatIsFinishedDuringALongClaimSaysNothingOfARoundTrip() {
    claim(16);
    finish(8);
    int room = slots.reserve(ANY);
    finish(8);
    slots.use(room, 1_000 * ROUND_TRIP);

    finish(room);
    assertThat(slots.reserve(ANY)).isEqualTo(16);
  }

  @Test
  void whileJobsWaitRoomIsGivenByHalves() {
    claim(16);
    finish(7);
    assertThat(slots.reserve(ANY)).isZero();

    finish(1);

    assertThat(slots.reserve(ANY)).isEqualTo(8);
  }

  @Test
  void aJobThatBeginsAtOnceLeavesRoomForOthers() {
    claim(1);
    slots.begun();

    assertThat(slots.reserve(ANY)).isEqualTo(15);
  }

  @Test
  void withdrawnJobsDoNotWaitAndNothingIsClaimedAhead() {
    claim(16);
    finish(8);
    int room = slots.reserve(ANY);
    finish(8);
    slots.use(room, ROUND_TRIP);

    slots.withdraw(8);

    assertThat(slots.isIdle()).isTrue();
    assertThat(slots.reserve(ANY)).isEqualTo(16);
  }

  @Test
  void endsThatTheStoreHasNotConfirmedUseRoomInTheEnd() {
    for (int i = 0; i < 1_000; i++) {
      claim(1);
      slots.begun();
      slots.ended();
    }

    assertThat(slots.reserve(ANY)).isZero();

    assertThat(slots.settled()).isTrue();
    assertThat(slots.reserve(ANY)).isOne();
  }
}
