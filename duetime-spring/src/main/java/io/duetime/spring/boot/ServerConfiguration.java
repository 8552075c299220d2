package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.server.DuetimeServer;
import io.duetime.server.ServerSettings;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.transaction.DeferringDuetime;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves the application's store over HTTP, with the console. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(DuetimeServer.class)
@ConditionalOnProperty("duetime.server.http")
class ServerConfiguration {
  private static final String HTTP = "http";
  private static final String PREFIX = "duetime.server.options.";

  @Bean
  StoreServer duetimeStoreServer(Duetime duetime, DuetimeProperties properties) {
    return new StoreServer(DeferringDuetime.undeferred(duetime), settings(properties.server()));
  }

  private static ServerSettings settings(DuetimeProperties.Server server) {
    Map<String, String> texts = new HashMap<>(server.options());
    texts.put(HTTP, String.valueOf(server.http()));
    try {
      return ServerSettings.ofApplication(
          texts, key -> key.equals(HTTP) ? "duetime.server.http" : PREFIX + key);
    } catch (InvalidRequestException refused) {
      throw refused(refused);
    }
  }

  /** Tells what to correct. */
  static MisconfiguredException refused(InvalidRequestException refused) {
    return new MisconfiguredException(
        refused.code() + ": " + refused.getMessage(),
        "Correct the properties duetime.server.*.",
        refused);
  }
}
