package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are read from where the settings name them, and never shown. */
class TargetSettingsTest {
  private static final int TOO_LARGE = 64 * 1024 + 1;

  @TempDir Path folder;

  @Test
  void aChangedFileIsSeenAtTheNextRead() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "first\n");
    TargetSettings settings = withPasswordIn(file.toString());

    assertThat(settings.secret("password")).contains("first");
    Files.writeString(file, "second\r\n");
    assertThat(settings.secret("password")).contains("second");
  }

  @Test
  void aFileOfMoreThan64KiBIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("large"), new byte[TOO_LARGE]);

    assertRefused(file.toString(), "at most 64 KiB");
  }

  // To read a device or a pipe could take for ever.
  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "/", "/no/such/file", "\0"})
  void whatIsNoFileIsRefused(String path) {
    assertRefused(path, "a file that can be read");
  }

  @Test
  void aVariableThatIsNotSetIsRefused() {
    TargetSettings settings =
        new TargetSettings("main", Map.of("passwordEnv", "DUETIME_NO_SUCH_VARIABLE"));

    assertThatThrownBy(() -> settings.secret("password"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("passwordEnv")
        .hasMessageContaining("DUETIME_NO_SUCH_VARIABLE");
  }

  @Test
  void aSecretUnderAWrongNameIsNotShown() {
    TargetSettings settings = new TargetSettings("main", Map.of("passwrd", "geheim"));

    assertThatThrownBy(() -> settings.allow(Set.of("passwordFile")))
        .hasMessageContaining("passwrd")
        .hasMessageContaining("passwordFile")
        .hasMessageNotContaining("geheim");
  }

  private static void assertRefused(String path, String allowed) {
    assertThatThrownBy(() -> withPasswordIn(path).secret("password"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("passwordFile")
        .hasMessageContaining(allowed);
  }

  private static TargetSettings withPasswordIn(String path) {
    return new TargetSettings("main", Map.of("passwordFile", path));
  }
}
