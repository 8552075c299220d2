package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.Worker;
import io.duetime.spring.boot.StoreHealth;
import io.duetime.spring.boot.StoreServer;
import io.duetime.spring.boot.autoconfigure.StoreChoiceTest.Greeter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** An application serves the store that it has open. */
@Tag("server")
class ServedStoreTest {
  private static final String ANYWHERE = "duetime.server.http=127.0.0.1:0";

  @TempDir Path folder;

  @Test
  void aJobOfTheApplicationIsSeenAndCancelledOverHttp() throws Exception {
    try (ConfigurableApplicationContext app = start("embedded:" + folder.resolve("data"))) {
      Greeter greeter = app.getBean(Greeter.class);
      greeter.greetings.schedule("later", Duration.ofHours(1));

      assertThat(send("GET", uri(app) + "/v1/queues/hello/jobs", "").body()).contains("later");
      HttpResponse<String> cancelled =
          send("DELETE", uri(app) + "/v1/queues/hello/jobs?all=true", "");

      assertThat(cancelled.body()).contains("\"changed\":1");
      assertThat(app.getBean(Duetime.class).admin("hello").counts().waiting()).isZero();
    }
  }

  @Test
  void whatIsScheduledOverHttpRunsInTheApplication() throws Exception {
    try (ConfigurableApplicationContext app = start("embedded:" + folder.resolve("data"))) {
      send("PUT", uri(app) + "/v1/queues/hello/jobs/one", "you");

      assertThat(app.getBean(Greeter.class).greeted.get(1, TimeUnit.MINUTES)).isEqualTo("you");
    }
  }

  @Test
  void itsHealthHasTheProblemsAndStaysUp() throws Exception {
    try (ConfigurableApplicationContext app = start("memory:")) {
      StoreHealth health = app.getBean(StoreHealth.class);
      assertThat(health.ask().details()).containsEntry("problems", 0);
      JobQueue<String> mail = app.getBean(Duetime.class).queue("mail", Codec.string());
      mail.schedule(JobRequest.builder("x").retry(RetryPolicy.none()).build());
      Worker failing =
          mail.worker(
                  job -> {
                    throw new IllegalStateException("fails");
                  })
              .start();

      StoreHealth.Answer answer = health.ask();
      while (!answer.details().containsKey("firstProblems")) {
        Thread.onSpinWait();
        answer = health.ask();
      }
      failing.close();

      assertThat(answer.isUp()).isTrue();
      assertThat(answer.details()).containsEntry("problems", 1);
      assertThat(answer.details().get("firstProblems").toString())
          .matches("\\[DEAD mail since 2.*Z]");
    }
  }

  @Test
  void theLogIsThatOfTheApplication() throws Exception {
    try (ConfigurableApplicationContext app = start("memory:")) {
      HttpResponse<String> refused =
          send("PATCH", uri(app) + "/v1/server", "{\"logLevel\":\"DEBUG\"}");
      HttpResponse<String> reloaded = send("POST", uri(app) + "/v1/server/reload", "");

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("the application sets the levels of its log");
      assertThat(reloaded.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theConsoleIsThereAndAFolderCanBeBackedUp() throws Exception {
    try (ConfigurableApplicationContext app = start("embedded:" + folder.resolve("data"))) {
      assertThat(send("GET", uri(app) + "/", "").body()).contains("<title>");
      HttpResponse<String> backup =
          send(
              "POST",
              uri(app) + "/v1/store/backup",
              "{\"folder\":\"" + folder.resolve("backup") + "\"}");

      assertThat(backup.statusCode()).isEqualTo(200);
      assertThat(folder.resolve("backup")).isNotEmptyDirectory();
    }
  }

  @Test
  void itEndsWithTheApplicationWhoseFolderIsFreeThen() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    String served;
    try (ConfigurableApplicationContext app = start(store)) {
      served = uri(app);
      app.getBean(Greeter.class).greetings.schedule("later", Duration.ofHours(1));
    }

    assertThatThrownBy(() -> send("GET", served + "/health/live", ""))
        .isInstanceOf(ConnectException.class);
    try (ConfigurableApplicationContext app = start(store)) {
      assertThat(send("GET", uri(app) + "/v1/queues/hello/jobs", "").body()).contains("later");
    }
  }

  @Test
  void nothingListensUnlessItIsAskedFor() {
    try (ConfigurableApplicationContext app = Application.start(Greeter.class, "greetings=hello")) {
      assertThat(app.getBeansOfType(StoreServer.class)).isEmpty();
    }
  }

  @Test
  void anOptionThatIsNoneOfAnApplicationIsRefused() {
    assertThatThrownBy(() -> start("memory:", "duetime.server.options.tokns-file=x"))
        .rootCause()
        .hasMessageContaining("duetime.server.options.tokns-file")
        .hasMessageContaining("tokens-file");
    assertThatThrownBy(() -> start("memory:", "duetime.server.options.store=memory:"))
        .rootCause()
        .hasMessageContaining("duetime.server.options.store");
  }

  @Test
  void theStoreOfAServerIsNotServedTwice() {
    try (StartedServer server = StartedServer.plain()) {
      assertThatThrownBy(() -> start(server.uri()))
          .rootCause()
          .hasMessageContaining("a store that has no server");
    }
  }

  private static ConfigurableApplicationContext start(String store, String... more) {
    String[] properties = new String[more.length + 2];
    properties[0] = ANYWHERE;
    properties[1] = "greetings=hello";
    System.arraycopy(more, 0, properties, 2, more.length);
    return Application.startOn(store, Greeter.class, properties);
  }

  private static String uri(ConfigurableApplicationContext app) {
    return "http://127.0.0.1:" + app.getBean(StoreServer.class).http().orElseThrow().getPort();
  }

  private static HttpResponse<String> send(String method, String uri, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(uri))
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build(),
            BodyHandlers.ofString());
  }
}
