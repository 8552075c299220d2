package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.tls.TlsFiles;
import io.duetime.wire.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The settings of a server: the values that are set, and the defaults of the others. Immutable. */
public final class ServerSettings {
  /** What a process of its own decides. */
  private static final Set<Setting<?>> OF_PROCESS =
      Set.of(Setting.STORE, Setting.LOG_LEVEL, Setting.LOG_FORMAT);

  private final Map<Setting<?>, Object> values;

  private ServerSettings(Map<Setting<?>, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Starts a builder with the defaults, but without the beanstalkd protocol. */
  public static Builder builder() {
    return new Builder().set(Setting.BEANSTALKD, List.of());
  }

  /**
   * Reads the settings of a server in an application, which has a store and a log of its own.
   *
   * @param texts the values by the names of the settings
   * @param field the name that a refusal has for a setting
   */
  public static ServerSettings ofApplication(
      Map<String, String> texts, UnaryOperator<String> field) {
    Builder settings = builder();
    texts.forEach((key, text) -> {
      Setting<?> setting =
          Setting.ofKey(key)
              .filter(known -> !OF_PROCESS.contains(known))
              .orElseThrow(() ->
                  new InvalidRequestException(
                      field.apply(key), text, Suggestion.among(ofApplication(), key)));
      settings.read(setting, field.apply(key), text);
    });
    return settings.build();
  }

  private static List<String> ofApplication() {
    return Setting.all().stream()
        .filter(setting -> !OF_PROCESS.contains(setting))
        .map(Setting::key)
        .toList();
  }

  /** The value of a setting that has a default. */
  public <T> T get(Setting<T> setting) {
    return find(setting).orElseThrow(() -> new IllegalStateException(setting + " has no default"));
  }

  /** The value of a setting; empty if it is not set and has no default. */
  @SuppressWarnings("unchecked") // the builder takes values of the setting's type only
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting)).or(setting::byDefault);
  }

  /** The value of a setting as it would be written; without passwords, empty if there is none. */
  public <T> String textOf(Setting<T> setting) {
    return find(setting).map(setting.type()::text).orElse("");
  }

  /** The files of TLS; empty if connections are not encrypted. */
  public Optional<TlsFiles> tls() {
    return find(Setting.TLS_CERT)
        .map(certificate ->
            new TlsFiles(
                certificate, get(Setting.TLS_KEY), find(Setting.TLS_CLIENT_CA).orElse(null)));
  }

  /** Whether the connections of the beanstalkd protocol are encrypted. */
  public boolean encryptsBeanstalkd() {
    return get(Setting.BEANSTALKD_TLS) && tls().isPresent();
  }

  /** Builds {@link ServerSettings}. Thread safety: use by one thread. */
  public static final class Builder {
    private final Map<Setting<?>, Object> values = new LinkedHashMap<>();

    /** Starts with the defaults of {@code duetime server}. */
    Builder() {}

    public Builder store(String uri) {
      return set(Setting.STORE, uri);
    }

    public Builder http(HostPort address) {
      return set(Setting.HTTP, address);
    }

    /** Sets a value; one that is not set has the default. */
    public <T> Builder set(Setting<T> setting, T value) {
      setting.type().check(setting.key(), value);
      values.put(setting, value);
      return this;
    }

    /** Sets what a text says; {@code field} is the name that a refusal has. */
    <T> Builder read(Setting<T> setting, String field, String text) {
      values.put(setting, setting.type().parse(field, text));
      return this;
    }

    /** Checks that host names can be resolved, and that the files of TLS are complete. */
    public ServerSettings build() {
      ServerSettings settings = new ServerSettings(values);
      settings.get(Setting.HTTP).address(Setting.HTTP.key());
      settings.get(Setting.BEANSTALKD).forEach(asked -> asked.check(Setting.BEANSTALKD.key()));
      requireCompleteTls();
      requireCompleteOidc();
      requireJobSizeWithin(settings.get(Setting.MAX_PAYLOAD));
      return settings;
    }

    private void requireJobSizeWithin(int maxPayload) {
      if (values.get(Setting.BEANSTALKD_MAX_JOB_SIZE) instanceof Integer size
          && size > maxPayload) {
        throw new InvalidRequestException(
            Setting.BEANSTALKD_MAX_JOB_SIZE.key(), size, "at most max-payload, " + maxPayload);
      }
    }

    private void requireCompleteOidc() {
      List<Setting<?>> needed =
          List.of(Setting.OIDC_ISSUER, Setting.OIDC_CLIENT_ID, Setting.OIDC_GRANTS);
      boolean isAsked = values.keySet().stream().anyMatch(set -> set.key().startsWith("oidc-"));
      needed.stream()
          .filter(setting -> isAsked && !values.containsKey(setting))
          .findFirst()
          .ifPresent(missing -> {
            throw new InvalidRequestException(
                missing.key(), null, "oidc-issuer, oidc-client-id and oidc-grants together");
          });
    }

    private void requireCompleteTls() {
      boolean hasCertificate = values.containsKey(Setting.TLS_CERT);
      if (hasCertificate != values.containsKey(Setting.TLS_KEY)) {
        Setting<?> missing = hasCertificate ? Setting.TLS_KEY : Setting.TLS_CERT;
        throw new InvalidRequestException(missing.key(), null, "tls-cert and tls-key together");
      }
      if (values.containsKey(Setting.TLS_CLIENT_CA) && !hasCertificate) {
        throw new InvalidRequestException(
            Setting.TLS_CLIENT_CA.key(),
            values.get(Setting.TLS_CLIENT_CA),
            "only with tls-cert and tls-key");
      }
    }
  }
}
