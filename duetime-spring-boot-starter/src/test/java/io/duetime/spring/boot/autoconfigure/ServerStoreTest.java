package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Duetime;
import io.duetime.spring.boot.autoconfigure.StoreChoiceTest.Greeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** A server is a store by one property. */
@Tag("server")
class ServerStoreTest {
  @TempDir Path folder;

  @Test
  void jobsRunOverHttp() throws Exception {
    try (StartedServer server = StartedServer.plain()) {
      runOn(server.uri());
    }
  }

  @Test
  void jobsRunOverHttpsWithACertificateOfTheApplication() throws Exception {
    try (StartedServer server = StartedServer.encrypted(folder)) {
      runOn(server.uri());
    }
  }

  private static void runOn(String store) throws Exception {
    try (ConfigurableApplicationContext app =
        Application.startOn(store, Greeter.class, "greetings=hello")) {
      Greeter greeter = app.getBean(Greeter.class);
      greeter.greetings.schedule("later", Duration.ofHours(1));
      greeter.greetings.schedule("you", Duration.ofMillis(20));

      assertThat(greeter.greeted.get(1, TimeUnit.MINUTES)).isEqualTo("you");
      assertThat(app.getBean(Duetime.class).admin("hello").counts().waiting()).isEqualTo(1);
    }
  }
}
