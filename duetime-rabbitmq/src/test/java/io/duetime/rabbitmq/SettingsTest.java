package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings are refused with their name, their value and what is allowed. */
class SettingsTest {
  private static InvalidRequestException refused(Map<String, String> values) {
    InvalidRequestException refused =
        catchThrowableOfType(
            InvalidRequestException.class,
            () -> RabbitTarget.open(new TargetSettings("main", values)).close());
    assertThat(refused).as("%s", values).isNotNull();
    return refused;
  }

  private static InvalidRequestException refused(String key, String value) {
    Map<String, String> values = new HashMap<>(Map.of("uri", "amqp://localhost"));
    values.put(key, value);
    return refused(values);
  }

  @ParameterizedTest
  @CsvSource({
    "uri, http://localhost",
    "uri, localhost:5672",
    "uri, amqp://",
    "uri, amqp:localhost",
    "uri, amqp://localhost:99999",
    "uri, amqp://localhost/a/b",
    "uri, amqp://localhost?heartbeat=1",
    "uri, amqp://local host",
    "heartbeat, 500ms",
    "heartbeat, 2h",
    "heartbeat, often",
    "confirmTimeout, 1500ms",
    "confirmTimeout, 0s",
    "passwordFile, /nowhere/at/all",
    "passwordEnv, DUETIME_NO_SUCH_VARIABLE",
    "caFile, /etc/hostname",
    "vhost, orders"
  })
  void aWrongSettingIsNamed(String key, String value) {
    InvalidRequestException refused = refused(key, value);

    assertThat(refused.field()).isEqualTo(key);
    assertThat(refused.allowed()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"amqp://app:s3cret@localhost/v", "amqp://app:s3#cret@localhost", "amqps://s3cret@h"})
  void aPasswordInTheUriIsRefusedAndNotRepeated(String uri) {
    InvalidRequestException refused = refused("uri", uri);

    assertThat(refused).hasMessageNotContaining("s3");
    assertThat(refused.allowed()).contains("passwordFile");
  }

  @Test
  void aPasswordIsRefusedAndNotRepeated() {
    InvalidRequestException refused = refused("password", "s3cret");

    assertThat(refused).hasMessageNotContaining("s3cret");
    assertThat(refused.allowed()).startsWith("passwordFile or passwordEnv");
  }

  @Test
  void theUriIsRequired() {
    assertThat(refused(Map.of()).field()).isEqualTo("uri");
  }

  @Test
  void certificatesNeedAnEncryptedConnection(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("ca.pem"));

    assertThat(refused("caFile", file.toString()).allowed()).contains("amqps");
  }

  @Test
  void anEncryptedConnectionChecksTheNameOfTheBroker() {
    TargetSettings settings = new TargetSettings("main", Map.of("uri", "amqps://broker:1/v%2Fh"));

    BrokerSettings checked = BrokerSettings.of(settings);

    assertThat(checked.factory().isSSL()).isTrue();
    assertThat(checked.factory().getVirtualHost()).isEqualTo("v/h");
    assertThat(checked.factory().getPort()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "amqp://localhost, 5672, /",
    "amqp://localhost/, 5672, /",
    "amqps://localhost/orders, 5671, orders",
    "amqp://[::1]:7, 7, /"
  })
  void theUriNamesPortAndVirtualHost(String uri, int port, String virtualHost) {
    BrokerSettings checked = BrokerSettings.of(new TargetSettings("main", Map.of("uri", uri)));

    assertThat(checked.factory().getPort()).isEqualTo(port);
    assertThat(checked.factory().getVirtualHost()).isEqualTo(virtualHost);
  }

  @Test
  void aChangedPasswordFileIsReadAtTheNextConnection(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "first\n");
    Map<String, String> values =
        Map.of("uri", "amqp://localhost", "user", "app", "passwordFile", file.toString());
    BrokerSettings checked = BrokerSettings.of(new TargetSettings("main", values));
    assertThat(checked.factory().getPassword()).isEqualTo("first");

    Files.writeString(file, "second\n");

    assertThat(checked.factory().getPassword()).isEqualTo("second");
    assertThat(checked.factory().getUsername()).isEqualTo("app");
  }

  @ParameterizedTest
  @CsvSource({
    "exchange, ,",
    "routingKey, '', ''",
    "routingKey, orders, {header.",
    "routingKey, orders, {name}",
    "persistent, orders, yes"
  })
  void aWrongDestinationIsNamed(String key, String exchange, String value) {
    Map<String, String> destination = new HashMap<>();
    if (exchange != null) {
      destination.put("exchange", exchange);
    }
    if (value != null) {
      destination.put(key, value);
    }
    try (RabbitTarget target =
        RabbitTarget.open(new TargetSettings("main", Map.of("uri", "amqp://localhost")))) {
      InvalidRequestException refused =
          catchThrowableOfType(InvalidRequestException.class, () -> target.publisher(destination));
      assertThat(refused.field()).isEqualTo(key);
    }
  }
}
