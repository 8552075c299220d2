package io.duetime.kafka;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/** Translates how a cluster is trusted, and how a client logs in, into properties of clients. */
final class KafkaSecurity {
  static final Set<String> KEYS =
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

  private KafkaSecurity() {}

  static void refuseInlineSecrets(TargetSettings settings) {
    for (String secret : Set.of("password", "trustStorePassword")) {
      if (settings.optional(secret).isPresent()) {
        throw new InvalidRequestException(
            secret, "***", secret + "File or " + secret + "Env, as secrets are not stored");
      }
    }
  }

  static Map<String, Object> properties(TargetSettings settings) {
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
