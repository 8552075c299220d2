package io.duetime.kafka;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
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

  private static final Set<String> SECURITY_KEYS =
      Set.of(
          "securityProtocol",
          "saslMechanism",
          "user",
          "passwordFile",
          "passwordEnv",
          "caFile",
          "trustStoreFile",
          "trustStorePasswordFile",
          "trustStorePasswordEnv");

  private static final Set<String> PROTOCOLS =
      Set.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL");
  private static final Set<String> MECHANISMS = Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512");

  private static final Set<String> KEYS = keys();
  private static final int LONGEST_REQUEST_MILLIS = 10_000;
  private static final int CHECK_MILLIS = 5_000;
  private static final int LONGEST_BLOCK_MILLIS = 1_000;
  private static final int BATCH_BYTES = 64 << 10;
  private static final int REQUEST_BYTES = 16 << 20;

  private static Set<String> keys() {
    Set<String> keys = new HashSet<>(SECURITY_KEYS);
    keys.addAll(Set.of("bootstrapServers", "compression", "confirmTimeout"));
    PROPERTIES.forEach(property -> keys.add(PREFIX + property));
    return keys;
  }

  static KafkaSettings of(TargetSettings settings) {
    settings.refuseInline("password", "trustStorePassword");
    settings.allow(KEYS);
    Duration timeout =
        settings.duration(
            "confirmTimeout", "30s", Duration.ofSeconds(1), Duration.ofMinutes(10), "1s to 10m");
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
    Map<String, Object> all = new HashMap<>(security(settings));
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    all.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    all.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    all.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return all;
  }

  private static Map<String, Object> security(TargetSettings settings) {
    String protocol = word(settings, "securityProtocol", "PLAINTEXT", PROTOCOLS);
    Map<String, Object> all = new HashMap<>();
    all.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
    if (protocol.endsWith("SSL")) {
      all.putAll(trust(settings));
    } else {
      refuse(settings, "SSL or SASL_SSL", Set.of("caFile", "trustStoreFile"));
    }
    if (protocol.startsWith("SASL")) {
      all.putAll(login(settings));
    } else {
      refuse(
          settings,
          "SASL_SSL or SASL_PLAINTEXT",
          Set.of("saslMechanism", "user", "passwordFile", "passwordEnv"));
    }
    return all;
  }

  private static void refuse(TargetSettings settings, String protocols, Set<String> keys) {
    for (String key : keys) {
      settings
          .optional(key)
          .ifPresent(value -> {
            throw new InvalidRequestException(
                key, value, "only with the securityProtocol " + protocols);
          });
    }
  }

  private static Map<String, Object> login(TargetSettings settings) {
    String mechanism =
        word(settings, "saslMechanism", settings.required("saslMechanism"), MECHANISMS);
    String password =
        settings
            .secret("password")
            .orElseThrow(() -> new InvalidRequestException("passwordFile", null, "or passwordEnv"));
    String module =
        mechanism.equals("PLAIN")
            ? "org.apache.kafka.common.security.plain.PlainLoginModule"
            : "org.apache.kafka.common.security.scram.ScramLoginModule";
    String login =
        module
            + " required username="
            + quoted("user", settings.required("user"))
            + " password="
            + quoted("passwordFile", password)
            + ";";
    return Map.of(SaslConfigs.SASL_MECHANISM, mechanism, SaslConfigs.SASL_JAAS_CONFIG, login);
  }

  private static String quoted(String field, String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidRequestException(field, "***", "text of one line");
    }
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Map<String, Object> trust(TargetSettings settings) {
    Map<String, Object> trust = new HashMap<>();
    settings
        .file("caFile", TargetSettings.MAX_CERTIFICATE_BYTES)
        .ifPresent(file -> {
          trust.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
          trust.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, file.toString());
        });
    settings
        .file("trustStoreFile", TargetSettings.MAX_CERTIFICATE_BYTES)
        .ifPresent(file -> {
          if (!trust.isEmpty()) {
            throw new InvalidRequestException("trustStoreFile", file, "only without caFile");
          }
          trust.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PKCS12");
          trust.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, file.toString());
          settings
              .secret("trustStorePassword")
              .ifPresent(
                  password -> trust.put(SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG, password));
        });
    return trust;
  }

  private static String word(
      TargetSettings settings, String key, String otherwise, Set<String> allowed) {
    String word = settings.optional(key).orElse(otherwise);
    if (!allowed.contains(word)) {
      throw new InvalidRequestException(
          key, word, "one of " + String.join(", ", allowed.stream().sorted().toList()));
    }
    return word;
  }
}
