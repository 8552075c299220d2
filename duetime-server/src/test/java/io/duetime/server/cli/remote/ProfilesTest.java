package io.duetime.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.duetime.server.cli.fixture.Shell;
import io.duetime.server.cli.fixture.Shell.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path home;

  @Test
  void aProfileNamesTheServer() throws IOException {
    write("test:\n  server: '" + shell.url() + "'\n");

    assertThat(shell.runIn(home(), "health", "--profile", "test").code()).isZero();
    assertThat(shell.runIn(home("DUETIME_PROFILE", "test"), "health").code()).isZero();
    assertThat(shell.runIn(home("DUETIME_SERVER", "http://127.0.0.1:1"), "health").code())
        .isEqualTo(1);
    assertThat(
            shell
                .runIn(home("DUETIME_SERVER", "http://127.0.0.1:1"), "health", "--profile", "test")
                .code())
        .isZero();
  }

  @Test
  void theProfileNamedDefaultIsForCommandsThatNameNone() throws IOException {
    write("default:\n  server: '" + shell.url() + "'\n");

    assertThat(shell.runIn(home(), "health").code()).isZero();
  }

  @Test
  void theFileMayBeElsewhere() throws IOException {
    Path file = Files.writeString(home.resolve("p"), "a:\n  server: '" + shell.url() + "'\n");
    Path folder = Files.createDirectories(home.resolve("xdg/duetime"));
    Files.copy(file, folder.resolve("profiles.yml"));

    assertThat(shell.runIn(home("DUETIME_PROFILES", "" + file), "health", "--profile", "a").code())
        .isZero();
    assertThat(
            shell
                .runIn(
                    home("XDG_CONFIG_HOME", "" + home.resolve("xdg")), "health", "--profile", "a")
                .code())
        .isZero();
  }

  @Test
  void theTokenIsReadFromItsFileAndGoesToTheServerOfTheProfileOnly() throws IOException {
    List<String> received = new CopyOnWriteArrayList<>();
    HttpServer server = server(received);
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      write("a:\n  server: '" + url + "'\n  token-file: '~/token'\n");
      Files.writeString(home.resolve("token"), "secret-1\n");

      shell.runIn(home(), "health", "--profile", "a");
      shell.runIn(home("DUETIME_PROFILE", "a"), "health", "--server", url);

      assertThat(received).containsExactly("Bearer secret-1", "null");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whatIsWrongInTheFileIsNamed() throws IOException {
    write("staging:\n  sever: 'http://a'\nother: {}\nspare:\n  server: 'x'\n  token-file: none\n");

    assertThat(failed("--profile", "stagign"))
        .contains("--profile is 'stagign'", "did you mean staging?");
    assertThat(failed("--profile", "staging"))
        .startsWith(
            "duetime: profile key is 'sever'; allowed: server, token-file, ca-file, cert-file, key-file;");
    assertThat(failed("--profile", "other")).contains("a URL in profile other of ");
    assertThat(failed("--profile", "spare")).contains("/none'; allowed: a file that can be read");
    assertThat(failed("--profile", "staging", "--server", "http://a")).contains("give one of them");
    write(": [");
    assertThat(failed("--profile", "staging")).contains("a file with valid YAML");
  }

  private String failed(String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "health";
    System.arraycopy(options, 0, args, 1, options.length);
    Result result = shell.runIn(home(), args);
    assertThat(result.code()).isEqualTo(2);
    return result.err();
  }

  private static HttpServer server(List<String> received) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          received.add(String.valueOf(call.getRequestHeaders().getFirst("Authorization")));
          byte[] up = "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(200, up.length);
          call.getResponseBody().write(up);
          call.close();
        });
    server.start();
    return server;
  }

  private Path folder() {
    return home.resolve(".config").resolve("duetime");
  }

  private void write(String text) throws IOException {
    Files.writeString(Files.createDirectories(folder()).resolve("profiles.yml"), text);
  }

  private Map<String, String> home() {
    return Map.of("HOME", home.toString());
  }

  private Map<String, String> home(String name, String value) {
    return Map.of("HOME", home.toString(), name, value);
  }
}
