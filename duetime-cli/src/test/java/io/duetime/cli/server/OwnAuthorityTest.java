package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/security.md make certificates that a server and the command can use. */
@Tag("full")
class OwnAuthorityTest {
  private static final Path PAGE = Path.of("..", "docs", "security.md");
  private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\n(umask 077\nopenssl .*?)```");

  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void theCommandCallsAServerWithACertificateOfThePage() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "openssl"))),
        "no openssl");
    run(commands());
    ServerSettings settings =
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(Setting.TLS_CERT, folder.resolve("server.crt"))
            .set(Setting.TLS_KEY, folder.resolve("server.key"))
            .build();

    try (DuetimeServer server = DuetimeServer.start(settings, shell.time())) {
      for (String host : new String[] {"localhost", "127.0.0.1"}) {
        String url = "https://" + host + ":" + server.http().getPort();
        Result called =
            shell.run("", url, false, "queues", "--ca-file", folder.resolve("ca.crt").toString());
        assertThat(called.code()).as(called.err()).isZero();
      }
    }
  }

  private static String commands() throws IOException {
    Matcher found = COMMANDS.matcher(Files.readString(PAGE));
    assertThat(found.find()).as("commands in " + PAGE).isTrue();
    return found.group(1);
  }

  private void run(String commands) throws Exception {
    Path log = folder.resolve("log");
    int code =
        new ProcessBuilder("sh", "-ec", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(code).as(Files.readString(log)).isZero();
  }
}
