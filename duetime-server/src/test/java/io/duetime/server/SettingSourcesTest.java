package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingSourcesTest {
  @TempDir private Path folder;

  @Test
  void aFlagWinsOverTheEnvironmentAndTheEnvironmentOverTheFile() throws IOException {
    Path file = write("duetime.yml", "store: 'a:'\nhttp: '127.0.0.1:1'\nlog-level: DEBUG\n");
    SettingSources sources =
        new SettingSources(
            Map.of(Setting.STORE, "c:"),
            Map.of("DUETIME_STORE", "b:", "DUETIME_HTTP", "127.0.0.1:2"),
            Optional.of(file));

    assertThat(sources.found())
        .hasSize(3)
        .hasEntrySatisfying(Setting.STORE, found -> assertThat(found.origin()).isEqualTo("--store"))
        .hasEntrySatisfying(
            Setting.HTTP, found -> assertThat(found.origin()).isEqualTo("DUETIME_HTTP"))
        .hasEntrySatisfying(
            Setting.LOG_LEVEL, found -> assertThat(found.origin()).isEqualTo(file.toString()));
    ServerSettings settings = sources.settings();
    assertThat(settings.get(Setting.STORE)).isEqualTo("c:");
    assertThat(settings.get(Setting.HTTP).port()).isEqualTo(2);
    assertThat(settings.get(Setting.LOG_LEVEL).root()).isEqualTo("DEBUG");
    assertThat(settings.get(Setting.BEANSTALKD)).hasToString("[127.0.0.1:11300]");
  }

  @Test
  void theEnvironmentMayNameTheFile() throws IOException {
    Path file = write("duetime.yml", "store: 'a:'\n");

    assertThat(environment("DUETIME_CONFIG", file.toString()).settings().get(Setting.STORE))
        .isEqualTo("a:");
  }

  @Test
  void aStoreWithAPasswordIsReadFromAFileOfItsOwn() throws IOException {
    Path secret = write("store", "redis://:secret@host\n");
    Path file = write("duetime.yml", "store-file: '" + secret + "'\n");

    SettingSources sources = new SettingSources(Map.of(), Map.of(), Optional.of(file));
    assertThat(sources.settings().get(Setting.STORE)).isEqualTo("redis://:secret@host");
    assertThat(environment("DUETIME_STORE_FILE", secret.toString()).settings().get(Setting.STORE))
        .isEqualTo("redis://:secret@host");
  }

  @Test
  void aSecretFileThatHasNoUriIsRefusedWithoutItsText() throws IOException {
    Path secret = write("store", "hunter2");

    assertThatThrownBy(() -> environment("DUETIME_STORE_FILE", secret.toString()).settings())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("DUETIME_STORE_FILE is '")
        .hasMessageEndingWith(
            "'; allowed: a file that contains a URI such as embedded:./duetime-data or redis://localhost")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aStoreAndAFileOfItTogetherAreRefused() throws IOException {
    Path file = write("duetime.yml", "store: 'a:'\nstore-file: /x\n");
    SettingSources both = new SettingSources(Map.of(), Map.of(), Optional.of(file));

    assertThatThrownBy(both::settings).hasMessageContaining("only one of store and store-file");
  }

  @Test
  void aVariableThatIsNearlyOneOfOursIsRefusedAndAnyOtherIsNot() {
    assertThatThrownBy(() -> environment("DUETIME_HTPP", "127.0.0.1:1").settings())
        .hasMessageStartingWith("environment variable is 'DUETIME_HTPP'; allowed: DUETIME_STORE,")
        .hasMessageEndingWith("did you mean DUETIME_HTTP?");
    assertThat(environment("DUETIME_SERVICE_HOST", "10.0.0.1").found()).isEmpty();
    assertThat(environment("DUETIME_SERVER", "http://host").found()).isEmpty();
    assertThat(environment("DUETIME_PORT", "tcp://10.0.0.1:8420").found()).isEmpty();
  }

  @Test
  void aRefusalNamesTheVariable() {
    assertThatThrownBy(() -> environment("DUETIME_HTTP", "8420").settings())
        .hasMessageStartingWith("DUETIME_HTTP is '8420'; allowed: HOST:PORT");
  }

  private static SettingSources environment(String name, String value) {
    return new SettingSources(Map.of(), Map.of(name, value), Optional.empty());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
