package io.duetime.embedded.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceKeeperTest {
  private static final long LOW = 1_000_000;
  private static final long KEPT = 100_000;

  @TempDir Path folder;

  private final AtomicLong room = new AtomicLong(10 * LOW);
  private final Deque<Runnable> chores = new ArrayDeque<>();
  private Path ballast;

  @BeforeEach
  void name() {
    ballast = folder.resolve("ballast");
  }

  @Test
  void noCallWaitsUntilSpaceIsKeptAside() {
    try (SpaceKeeper space = keeper(chores::add)) {
      space.look();
      space.look();

      assertThat(ballast).doesNotExist();
      assertThat(chores).hasSize(1);
      chores.remove().run();
      assertThat(ballast).hasSize(KEPT);
    }
  }

  @Test
  void aFileThatWasOnlyBegunIsWrittenAgain() throws IOException {
    Files.write(ballast, new byte[10]);

    try (SpaceKeeper space = keeper(Runnable::run)) {
      space.look();

      assertThat(ballast).hasSize(KEPT);
    }
  }

  @Test
  void aWholeFileIsLeftAlone() throws IOException {
    Files.write(ballast, new byte[(int) KEPT]);

    try (SpaceKeeper space = keeper(chores::add)) {
      space.look();

      assertThat(chores).isEmpty();
      assertThat(ballast).hasSize(KEPT);
    }
  }

  @Test
  void spaceThatIsNeededMeanwhileIsNotKeptAside() {
    try (SpaceKeeper space = keeper(chores::add)) {
      space.look();
      room.set(KEPT - 1);
      space.look();
      chores.remove().run();
      assertThat(ballast).doesNotExist();

      room.set(10 * LOW);
      space.look();
      chores.remove().run();
      assertThat(ballast).hasSize(KEPT);
    }
  }

  @Test
  void whereItCannotBeKeptTheStoreWorksWithoutIt() throws IOException {
    Files.createDirectories(ballast.resolve("in-the-way"));

    try (SpaceKeeper space = keeper(Runnable::run)) {
      space.look();
      space.look();

      assertThat(space.refusal()).isNull();
    }
  }

  private SpaceKeeper keeper(Executor executor) {
    return new SpaceKeeper(ballast, room::get, new SpaceKeeper.Marks(LOW, KEPT), executor);
  }
}
