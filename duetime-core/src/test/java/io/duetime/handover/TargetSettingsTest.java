package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings.TargetAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /** Settings of a caller that may use the files below a folder, and some variables. */
  private TargetSettings limited(Map<String, String> values) throws IOException {
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    return new TargetSettings("main", values, new TargetAccess(secrets, "PA", List.of()));
  }

  @Test
  void aFileInTheFolderThatMayBeUsedIsRead() throws IOException {
    Path secrets = Files.createDirectories(folder.resolve("secrets/deep"));
    Files.writeString(secrets.resolve("password"), "inside\n");
    Files.createSymbolicLink(secrets.resolve("link"), secrets.resolve("password"));

    for (String name :
        List.of("deep/password", "deep/link", "deep/../deep/password", secrets + "/password")) {
      assertThat(limited(Map.of("passwordFile", name)).secret("password")).contains("inside");
    }
  }

  @Test
  void whatIsOutsideOfTheFolderIsRefusedAsIfItDidNotExist() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "secret");
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.createSymbolicLink(secrets.resolve("out"), outside);
    Files.createSymbolicLink(secrets.resolve("up"), folder);
    Files.createSymbolicLink(secrets.resolve("nowhere"), folder.resolve("absent"));

    for (String name :
        List.of(
            "absent",
            "out",
            "nowhere",
            "up/outside",
            "../outside",
            outside.toString(),
            "/etc/hostname",
            "/dev/zero",
            "",
            ".",
            "../secrets2/x")) {
      TargetSettings settings = limited(Map.of("passwordFile", name));

      assertThatThrownBy(() -> settings.secret("password"))
          .as(name)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageEndingWith(
              "allowed: a file that can be read, of at most 64 KiB, in the server's secrets-folder");
    }
  }

  @Test
  void onlyVariablesWithThePrefixAreRead() throws IOException {
    assertThat(limited(Map.of("passwordEnv", "PATH")).secret("password")).isPresent();

    for (String name : List.of("HOME", "PA_NOT_SET", "DUETIME_STORE")) {
      TargetSettings settings = limited(Map.of("passwordEnv", name));
      assertThatThrownBy(() -> settings.secret("password"))
          .hasMessageEndingWith("allowed: an environment variable that is set and begins with PA");
    }
  }

  @Test
  void nothingIsReadWhereNothingMayBeUsed() {
    Map<String, String> values = Map.of("aFile", "/etc/hostname", "bEnv", "PATH");
    TargetSettings settings = new TargetSettings("main", values, TargetAccess.NONE);

    assertThatThrownBy(() -> settings.secret("a"))
        .hasMessageContaining("secrets-folder is not set");
    assertThatThrownBy(() -> settings.secret("b")).hasMessageContaining("secrets-prefix is empty");
  }

  @Test
  void certificatesMayBeLargerThanSecretsButNotEndless() throws IOException {
    Path file = Files.write(folder.resolve("ca.pem"), new byte[TOO_LARGE]);
    TargetSettings settings = new TargetSettings("main", Map.of("caFile", file.toString()));

    assertThat(settings.file("caFile", TargetSettings.MAX_CERTIFICATE_BYTES)).contains(file);
    Files.write(file, new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> settings.file("caFile", TargetSettings.MAX_CERTIFICATE_BYTES))
        .hasMessageContaining("at most 1024 KiB");
    TargetSettings device = new TargetSettings("main", Map.of("caFile", "/dev/zero"));
    assertThatThrownBy(() -> device.file("caFile", TargetSettings.MAX_CERTIFICATE_BYTES))
        .isInstanceOf(InvalidRequestException.class);
  }
}
