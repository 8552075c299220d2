package io.duetime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
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
    open().close();
    Path format = folder.resolve("format");
    Files.writeString(format, Files.readString(format).replace("format 1", "format 2"));

    assertThatThrownBy(this::open)
        .hasMessageContaining("format 2")
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);

    Files.writeString(format, "duetime embedded store, format 1\n");
    open().close();
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
