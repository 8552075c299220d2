package io.duetime.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No file of this folder opens a server to callers without tokens. */
class AdmissionTest {
  private static final List<String> FOLDERS = List.of("docker", "compose", "kubernetes", "systemd");

  @Test
  void noFileAdmitsTheNetworkWithoutTokens() throws IOException {
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        assertThat(files.toList())
            .isNotEmpty()
            .allSatisfy(file ->
                assertThat(Files.readString(file).toLowerCase(Locale.ROOT).replace('_', '-'))
                    .doesNotContain("allow-network-without-tokens"));
      }
    }
  }

  @Test
  @Timeout(120)
  void aServerAtTheAddressOfAContainerDoesNotStartBeforeItsStoreHasAToken() {
    Map<String, String> environment =
        Map.of("DUETIME_HTTP", "0.0.0.0:0", "DUETIME_STORE", "memory:");

    assertThat(Command.output(environment, "server"))
        .startsWith("duetime: http is '0.0.0.0:0'; allowed: a loopback address")
        .contains("token create root --grant admin --store");
  }
}
