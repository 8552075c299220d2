package io.duetime.embedded.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir Path folder;

  @Test
  void aSecondProcessIsToldWhoHoldsTheFolder() {
    try (ChildJvm child = ChildJvm.start(HoldingChild.class, 64, folder.toString())) {
      assertThat(child.line()).isEqualTo("open");

      assertThatThrownBy(this::open)
          .hasMessageContaining("process " + child.pid())
          .hasMessageContaining(folder.toString())
          .asInstanceOf(type(DuetimeException.class))
          .returns(ErrorCode.STORE_LOCKED, DuetimeException::code);
    }
  }

  @Test
  void aKilledProcessLeavesNoLockBehind() {
    try (ChildJvm child = ChildJvm.start(HoldingChild.class, 64, folder.toString())) {
      child.line();
      child.kill();

      open().close();
    }
  }

  @Test
  void theSameProcessCannotOpenAFolderTwice() {
    try (EmbeddedEngine first = open()) {
      assertThat(first.capabilities().durable()).isTrue();
      assertThatThrownBy(this::open)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
    open().close();
  }

  @Test
  void aRefusedSecondOpeningLeavesTheFolderLocked() throws IOException {
    try (EmbeddedEngine first = open()) {
      assertThat(first.capabilities().durable()).isTrue();
      assertThatThrownBy(this::open).isInstanceOf(DuetimeException.class);

      try (ChildJvm child = ChildJvm.start(LockingChild.class, 64, folder.toString())) {
        assertThat(child.line()).isEqualTo("held");
      }
    }
  }

  @Test
  void aFolderOfANewerFormatIsNotTouched() throws IOException {
    assertThatFormatIsRefused(9).hasMessageContaining("with the version that wrote it");
  }

  @Test
  void aFolderOfAnOlderFormatIsToBeExportedAndImported() throws IOException {
    assertThatFormatIsRefused(7)
        .hasMessageContaining("`duetime export`")
        .hasMessageContaining("`duetime import`");
  }

  private AbstractThrowableAssert<?, ?> assertThatFormatIsRefused(int version) throws IOException {
    open().close();
    Path format = folder.resolve("format");
    String ours = Files.readString(format);
    String other = "duetime embedded store, format " + version + "\n";
    Files.writeString(format, other);
    String database = names(folder.resolve("db"));

    AbstractThrowableAssert<?, ?> refused =
        assertThatThrownBy(this::open).hasMessageContaining("format " + version);
    refused
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);

    assertThat(names(folder.resolve("db"))).isEqualTo(database);
    assertThat(Files.readString(format)).isEqualTo(other);
    Files.writeString(format, ours);
    open().close();
    return refused;
  }

  private static String names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).sorted().collect(Collectors.joining("\n"));
    }
  }

  @Test
  void aDatabaseWithoutItsFormatIsNotTakenForAStore() throws IOException {
    open().close();
    Files.delete(folder.resolve("format"));

    assertThatThrownBy(this::open).hasMessageContaining("format");
  }

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }
}
