package io.duetime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings a target accepts, and how it refuses others. */
class KafkaSettingsTest {
  private static final Map<String, String> LEAST = Map.of("bootstrapServers", "broker:9092");

  @TempDir Path folder;

  private static TargetSettings settings(String... more) {
    Map<String, String> all = new HashMap<>(LEAST);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return new TargetSettings("main", all);
  }

  @Test
  void theTypeIsFoundByItsName() {
    assertThat(ServiceLoader.load(TargetProvider.class).stream().map(type -> type.get().type()))
        .containsExactly("kafka");
  }

  @ParameterizedTest
  @CsvSource({
    "bootstrapServers, broker, 'bootstrapServers is ''broker'''",
    "bootstrapServers, 'user:word@broker:9092', bootstrapServers",
    "compression, zstd, 'allowed: none, gzip or lz4'",
    "confirmTimeout, 20m, 'allowed: 1s to 10m'",
    "securityProtocol, TLS, 'allowed: one of PLAINTEXT, SASL_PLAINTEXT, SASL_SSL, SSL'",
    "kafka.acks, 0, kafka.acks",
    "kafka.linger.ms, soon, kafka.linger.ms is 'soon'",
    "kafka.linger.ms, 60000, 'confirmTimeout is ''30s''; allowed: at least linger.ms'",
    "kafka.ssl.endpoint.identification.algorithm, '', kafka.ssl",
    "caFile, /no/such.pem, only with the securityProtocol SSL or SASL_SSL",
    "user, shop, only with the securityProtocol SASL_SSL or SASL_PLAINTEXT",
    "topic, orders, topic is 'orders'"
  })
  void aSettingThatIsNotAllowedIsNamed(String key, String value, String words) {
    assertThatThrownBy(() -> KafkaSettings.of(settings(key, value)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(words.replace("''", "'"));
  }

  @Test
  void aPasswordIsNamedAndNotGiven() {
    assertThatThrownBy(() -> KafkaSettings.of(settings("password", "hunter2")))
        .hasMessageContaining("passwordFile or passwordEnv")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aPasswordIsReadFromItsFile() throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "a \"quoted\\ word\n");

    Map<String, Object> properties =
        KafkaSettings.of(
                settings(
                    "securityProtocol", "SASL_SSL",
                    "saslMechanism", "SCRAM-SHA-512",
                    "user", "shop",
                    "passwordFile", file.toString()))
            .producerProperties("main");

    assertThat(properties)
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry(
            "sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required"
                + " username=\"shop\" password=\"a \\\"quoted\\\\ word\";");
  }

  @Test
  void aConfirmMeansThatAllReplicasHaveTheRecord() {
    Map<String, Object> properties =
        KafkaSettings.of(settings("kafka.linger.ms", "20", "confirmTimeout", "12s"))
            .producerProperties("main");

    assertThat(properties)
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("delivery.timeout.ms", 12_000)
        .containsEntry("linger.ms", "20");
  }

  @ParameterizedTest
  @CsvSource({
    "topic, 'a topic', 1 to 249",
    "topic, .., 1 to 249",
    "key, '{nothing}', 'text with the placeholders'",
    "partition, 1, 'allowed: one of key, topic'"
  })
  void aDestinationThatIsNotAllowedIsNamed(String key, String value, String words) {
    Map<String, String> destination = new HashMap<>(Map.of("topic", "orders"));
    destination.put(key, value);
    try (Target target = new KafkaTargetProvider().open(settings())) {
      assertThatThrownBy(() -> target.publisher(destination))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageStartingWith(key)
          .hasMessageContaining(words);
      assertThatThrownBy(() -> target.publisher(Map.of()))
          .hasMessage("topic is missing; allowed: a value");
    }
  }
}
