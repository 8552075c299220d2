package io.duetime.embedded;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.SettleOutcome;
import io.duetime.embedded.fixture.Calls;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
  @TempDir Path folder;

  @Test
  void aBackupIsTheStoreAsItWas() {
    ClaimedJob running;
    try (EmbeddedEngine engine = open("store")) {
      schedule(engine, "a", "b", "c");
      running = answer(engine.claim("q", ClaimRequest.of(1, 3_600_000))).jobs().get(0);

      engine.backup(folder.resolve("backup"));

      schedule(engine, "later");
      assertThat(answer(engine.counts("q")).now().waiting()).isEqualTo(3);
    }
    try (EmbeddedEngine copy = open("backup")) {
      assertThat(answer(copy.counts("q")).now().waiting()).isEqualTo(2);
      assertThat(answer(copy.find("q", "later"))).isEmpty();
      List<Settlement> ack = List.of(Settlement.ack(running.lease()));
      assertThat(answer(copy.settle("q", ack, Durability.FSYNCED)).get(0).outcome())
          .isEqualTo(SettleOutcome.ACKED);
    }
  }

  @Test
  void aBackupDoesNotWriteOverWhatIsThere() {
    try (EmbeddedEngine engine = open("store")) {
      assertThatThrownBy(() -> engine.backup(folder.resolve("store")))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsTheCallersMistake() throws IOException {
    Path inFile = Files.createFile(folder.resolve("file")).resolve("backup");
    try (EmbeddedEngine engine = open("store")) {
      assertThatThrownBy(() -> engine.backup(inFile))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageEndingWith("/file/backup'; allowed: a folder that this process may write to");
    }
  }

  @Test
  void aClosedStoreIsNotBackedUp() {
    EmbeddedEngine engine = open("store");
    engine.close();

    assertThatThrownBy(() -> engine.backup(folder.resolve("backup")))
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_UNAVAILABLE, DuetimeException::code);
    assertThat(folder.resolve("backup")).doesNotExist();
  }

  @Test
  void anEmptyFolderWillDo() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("backup"));
    try (EmbeddedEngine engine = open("store")) {
      schedule(engine, "a");
      engine.backup(empty);
    }
    try (EmbeddedEngine copy = open("backup")) {
      assertThat(answer(copy.find("q", "a"))).isPresent();
    }
  }

  private EmbeddedEngine open(String name) {
    return EmbeddedEngine.open(
        folder.resolve(name), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  private static void schedule(EmbeddedEngine engine, String... ids) {
    for (String id : ids) {
      answer(engine.schedule("q", List.of(Calls.job(id, 0)), Durability.FSYNCED));
    }
  }
}
