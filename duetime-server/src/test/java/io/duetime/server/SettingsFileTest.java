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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {
  @TempDir private Path folder;

  @Test
  void aFileSetsWhatItNames() throws IOException {
    ServerSettings settings = read("store: embedded:./jobs\nhttp: '[::1]:0'\n");

    assertThat(settings.get(Setting.STORE)).isEqualTo("embedded:./jobs");
    assertThat(settings.get(Setting.HTTP)).isEqualTo(new HostPort("::1", 0));
    assertThat(settings.get(Setting.HTTP)).hasToString("[::1]:0");
    assertThat(settings.get(Setting.BEANSTALKD)).hasToString("[127.0.0.1:11300]");
  }

  @Test
  void anEmptyFileChangesNothing() throws IOException {
    assertThat(read("# nothing\n").get(Setting.STORE)).isEqualTo("embedded:./duetime-data");
    assertThat(read("").get(Setting.HTTP)).isEqualTo(new HostPort("127.0.0.1", 8420));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sotre: x:y | config key is 'sotre'",
        "http: 8420 | http is '8420'; allowed: HOST:PORT, such as 127.0.0.1:8420",
        "store: memory: | store is 'memory:'; allowed: a value that ends with ':' only in quotes",
        "http: [a] | http is",
        "http: 127.0.0.1:99999 | http is '127.0.0.1:99999'",
        "- x | config is",
        "a: b: c | config is",
        "{http: 127.0.0.1:1, http: 127.0.0.1:2} | config is",
        "store: nothing | store is 'nothing'",
        "tls-cert: a.pem | tls-key is missing; allowed: tls-cert and tls-key together",
        "tls-key: 1 | tls-key is '1'; allowed: the path of a PEM file",
        "allow-network-without-tokens: maybe | allow-network-without-tokens is",
        "log-level: LOUD | log-level is 'LOUD'; allowed: a level (ERROR, WARN,",
        "log-format: xml | log-format is 'xml'; allowed: AUTO, TEXT or JSON",
        "shutdown-timeout: 5 | shutdown-timeout is '5'; allowed: 0s to 1h",
        "shutdown-timeout: 2h | shutdown-timeout is",
        "store-file: /none | store-file is '/none'; allowed: a file that can be read",
        "beanstalkd: 127.0.0.1 | beanstalkd is '127.0.0.1'"
      })
  void whatItSaysWronglyIsRefused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void whatIsNoYamlIsToldInOneLine() {
    assertThatThrownBy(() -> read("store: x:y\n: : [\n"))
        .hasMessageMatching("config is '.*duetime\\.yaml'; allowed: valid YAML; line \\d is not");
  }

  @Test
  void aFileThatCannotBeReadIsRefused() {
    Optional<Path> none = Optional.of(folder.resolve("none"));

    assertThatThrownBy(() -> new SettingSources(Map.of(), Map.of(), none).settings())
        .hasMessageContaining("a file that can be read");
  }

  private ServerSettings read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("duetime.yaml"), text);
    return new SettingSources(Map.of(), Map.of(), Optional.of(file)).settings();
  }
}
