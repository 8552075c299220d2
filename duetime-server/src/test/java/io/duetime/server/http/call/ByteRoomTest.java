package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ByteRoomTest {
  private static final int SMALL = ByteRoom.SMALL;

  private final ByteRoom room =
      new ByteRoom("The bodies", new ByteRoom.Size(10L * SMALL, 6L * SMALL, 2L * SMALL));

  private static void refused(ByteRoom.Part part, long bytes, String why) {
    assertThatThrownBy(() -> part.take(bytes))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.problem().status()).isEqualTo(503);
              assertThat(refusal.problem().code()).isEqualTo("TOO_MANY_BYTES");
            })
        .hasMessageContaining(why);
  }

  private static void fits(ByteRoom.Part part, long bytes) {
    assertThatCode(() -> part.take(bytes)).doesNotThrowAnyException();
  }

  @Test
  void allPartsOfOneHolderAreBoundedByItsShare() {
    fits(room.open("a"), 4L * SMALL);

    refused(room.open("a"), 3L * SMALL, "share of " + 6L * SMALL);
    fits(room.open("b"), 3L * SMALL);
    fits(room.open("a"), SMALL);
  }

  @Test
  void theLastBytesAreForSmallParts() {
    fits(room.open("a"), 6L * SMALL);
    fits(room.open("b"), 2L * SMALL);

    refused(room.open("c"), SMALL + 1L, "exceed " + 10L * SMALL);
    ByteRoom.Part small = room.open("c");
    fits(small, SMALL);
    refused(small, 1, "exceed " + 10L * SMALL);
    fits(room.open("d"), SMALL);
    refused(room.open("e"), 1, "exceed " + 10L * SMALL);
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    ByteRoom.Part part = room.open("a");
    fits(part, 6L * SMALL);

    part.set(5L * SMALL);
    fits(room.open("a"), SMALL);
    part.release();
    part.release();
    fits(room.open("a"), 5L * SMALL);
    refused(room.open("a"), 1, "share");
  }

  @Test
  void aRefusalTakesNothing() {
    ByteRoom.Part part = room.open("a");
    fits(part, SMALL);

    refused(part, 6L * SMALL, "share");
    fits(part, 5L * SMALL);
  }
}
