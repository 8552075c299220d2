package io.duetime.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotsTest {
  private final Slots slots = new Slots(16);

  @Test
  void roomIsTakenAllAtOnce() {
    assertThat(slots.reserve()).isEqualTo(16);
    assertThat(slots.reserve()).isZero();

    slots.giveBack(6);

    assertThat(slots.reserve()).isEqualTo(6);
  }

  @Test
  void thereIsNoRoomWhileAJobWaitsForItsThread() {
    slots.reserve();
    slots.use(16);
    for (int i = 0; i < 15; i++) {
      assertThat(slots.begun()).isFalse();
      slots.ended();
      slots.settled();
      assertThat(slots.reserve()).isZero();
    }

    assertThat(slots.begun()).isTrue();
    assertThat(slots.reserve()).isEqualTo(15);
  }

  @Test
  void aJobThatBeginsAtOnceLeavesRoomForOthers() {
    slots.reserve();
    slots.giveBack(15);
    slots.use(1);
    slots.begun();

    assertThat(slots.reserve()).isEqualTo(15);
  }

  @Test
  void whatIsWithdrawnWaitsNoMore() {
    slots.reserve();
    slots.use(16);
    slots.withdraw(16);

    assertThat(slots.isIdle()).isTrue();
    assertThat(slots.reserve()).isEqualTo(16);
  }

  @Test
  void endsThatTheStoreHasNotConfirmedTakeRoomInTheEnd() {
    for (int i = 0; i < 1_000; i++) {
      slots.giveBack(slots.reserve() - 1);
      slots.use(1);
      slots.begun();
      slots.ended();
    }

    assertThat(slots.reserve()).isZero();

    slots.settled();

    assertThat(slots.reserve()).isOne();
  }
}
