package io.duetime.kafka;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.TargetSettings;
import io.duetime.internal.settings.DurationReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings of a cluster, checked.
 *
 * @param settings all settings; secrets and certificates are read from files at each connection
 * @param confirmTimeout how long a record may wait for its confirm
 */
record KafkaSettings(TargetSettings settings, Duration confirmTimeout) {
  private static final String PREFIX = "kafka.";

  /** Properties of producers that change neither what a confirm means nor who is trusted. */
  private static final Set<String> PROPERTIES =
      Set.of(
          ProducerConfig.BATCH_SIZE_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.CLIENT_DNS_LOOKUP_CONFIG,
          ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG,
          ProducerConfig.LINGER_MS_CONFIG,
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
          ProducerConfig.METADATA_MAX_AGE_CONFIG,
          ProducerConfig.RECEIVE_BUFFER_CONFIG,
          ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
          ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG,
          ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
          ProducerConfig.SEND_BUFFER_CONFIG,
          ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
          ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG);

  private static final Set<String> KEYS = keys();
  private static final Duration DEFAULT_CONFIRM_TIMEOUT = Duration.ofSeconds(30);
  private static final int LONGEST_REQUEST_MILLIS = 10_000;
  private static final int CHECK_MILLIS = 5_000;
  private static final int LONGEST_BLOCK_MILLIS = 1_000;
  private static final int BATCH_BYTES = 64 << 10;
  private static final int REQUEST_BYTES = 16 << 20;

  private static Set<String> keys() {
    Set<String> keys = new HashSet<>(KafkaSecurity.KEYS);
    keys.addAll(Set.of("bootstrapServers", "compression", "confirmTimeout"));
    PROPERTIES.forEach(property -> keys.add(PREFIX + property));
    return keys;
  }

  static KafkaSettings of(TargetSettings settings) {
    KafkaSecurity.refuseInlineSecrets(settings);
    settings.allow(KEYS);
    Duration timeout =
        settings
            .optional("confirmTimeout")
            .map(text -> DurationReader.parse("confirmTimeout", text))
            .orElse(DEFAULT_CONFIRM_TIMEOUT);
    Limits.within(
        "confirmTimeout", timeout, Duration.ofSeconds(1), Duration.ofMinutes(10), "1s to 10m");
    KafkaSettings checked = new KafkaSettings(settings, timeout);
    checked.check();
    return checked;
  }

  private void check() {
    String compression = compression();
    if (!Set.of("none", "gzip", "lz4").contains(compression)) {
      throw new InvalidRequestException("compression", compression, "none, gzip or lz4");
    }
    for (String server : bootstrapServers().split(",", -1)) {
      if (!server.strip().matches("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):[0-9]{1,5}")) {
        throw new InvalidRequestException(
            "bootstrapServers", bootstrapServers(), "HOST:PORT, more of them after commas");
      }
    }
    checkProperties(producerProperties("check"));
  }

  private void checkProperties(Map<String, Object> properties) {
    try {
      checkTimes(new ProducerConfig(properties));
    } catch (ConfigException refused) {
      String words = String.valueOf(refused.getMessage());
      String property = PROPERTIES.stream().filter(words::contains).sorted().findFirst().orElse("");
      throw new InvalidRequestException(
          PREFIX + property,
          settings.optional(PREFIX + property).orElse(null),
          "what a Kafka producer accepts: " + words);
    }
  }

  private void checkTimes(ProducerConfig config) {
    long linger = config.getLong(ProducerConfig.LINGER_MS_CONFIG);
    long request = config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
    if (linger + request > confirmTimeout.toMillis()) {
      throw new InvalidRequestException(
          "confirmTimeout",
          confirmTimeout,
          "at least linger.ms + request.timeout.ms, which are " + (linger + request) + " ms");
    }
  }

  String name() {
    return settings.name();
  }

  String bootstrapServers() {
    return settings.required("bootstrapServers");
  }

  private String compression() {
    return settings.optional("compression").orElse("none");
  }

  /** How to produce, with the secrets and certificates that the files have now. */
  Map<String, Object> producerProperties(String clientId) {
    Map<String, Object> all = commonProperties(clientId);
    int timeout = (int) confirmTimeout.toMillis();
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    // The limit of the topic decides, not the producer's.
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES);
    all.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeout / 2, LONGEST_REQUEST_MILLIS));
    PROPERTIES.forEach(property ->
        settings.optional(PREFIX + property).ifPresent(value -> all.put(property, value)));
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression());
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MILLIS);
    return all;
  }

  /** How to ask for topics, with the secrets and certificates that the files have now. */
  Map<String, Object> adminProperties(String clientId) {
    Map<String, Object> all = commonProperties(clientId);
    all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, CHECK_MILLIS);
    all.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, CHECK_MILLIS);
    return all;
  }

  private Map<String, Object> commonProperties(String clientId) {
    Map<String, Object> all = new HashMap<>(KafkaSecurity.properties(settings));
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    all.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    all.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    all.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return all;
  }
}
