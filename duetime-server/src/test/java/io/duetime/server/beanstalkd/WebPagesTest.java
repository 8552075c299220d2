package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser sends to the port when a web page asks it to. */
class WebPagesTest {
  private static final String COMMANDS = "\r\nput 0 0 60 4\r\nevil\r\nuse evil\r\n";

  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1",
        "GET /put HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "BREW /a",
        "PRI * HTTP/2.0",
        "delete /1 HTTP/1.1",
        "use x HTTP/1.0",
        "Host: 127.0.0.1:11300",
        "content-length: 12",
        "X_Custom:",
        "\u0016\u0003\u0001",
      })
  void aLineOfABrowserClosesTheConnectionBeforeAnythingIsRun(String line) {
    Client page = server.connect();

    page.send(line + COMMANDS);

    page.assertClosed();
    assertThat(server.connect().ask("stats"))
        .contains("cmd-put: 0\n", "cmd-use: 0\n", "total-jobs: 0\n");
  }

  @Test
  void aLongLineOfABrowserClosesTheConnection() {
    Client page = server.connect();

    page.send("POST /" + "a".repeat(1_000) + " HTTP/1.1" + COMMANDS);

    page.assertClosed();
    assertThat(server.connect().ask("stats")).contains("total-jobs: 0\n");
  }

  @Test
  void commandsBeforeTheLineAreRunAndNoneAfterIt() {
    Client page = server.connect();

    page.send("put 0 0 60 1\r\na\r\nHost: a" + COMMANDS);

    page.assertClosed();
    assertThat(server.connect().ask("stats")).contains("total-jobs: 1\n", "cmd-put: 1\n");
  }

  @Test
  void aJobMayLookLikeARequest() {
    Client client = server.connect();
    String body = "POST / HTTP/1.1\r\nHost: a\r\n";

    assertThat(client.put("1 0 60", body)).isEqualTo("INSERTED 1");
    assertThat(client.ask("use HTTP/1.1")).isEqualTo("USING HTTP/1.1");
    assertThat(client.ask("reserve")).endsWith(body);
  }
}
