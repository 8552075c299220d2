package io.duetime.packaging;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The additions to the files of this folder that docs/running.md prints. */
class RunningPageTest {
  private static final Path PAGE = Path.of("..", "docs", "running.md");
  private static final Pattern CREDENTIAL = Pattern.compile("LoadCredential=([a-z]+):(\\S+?)`?\\s");
  private static final Pattern VARIABLE =
      Pattern.compile("Environment=(DUETIME_[A-Z_]+)=%d/([a-z]+)");

  @TempDir private Path folder;

  @Test
  void eachCredentialOfSystemdIsTheFileOfASetting() throws IOException {
    String page = Files.readString(PAGE);
    List<String> names =
        CREDENTIAL.matcher(page).results().map(found -> found.group(1)).distinct().toList();
    Map<String, String> environment =
        VARIABLE
            .matcher(page)
            .results()
            .collect(
                toMap(
                    (MatchResult found) -> found.group(1),
                    found -> folder.resolve(found.group(2)).toString()));
    Files.writeString(folder.resolve("store"), "redis://redis:6379");

    assertThat(names).containsExactlyInAnyOrder("cert", "key", "store", "tokens");
    assertThat(Command.output(environment, "config", "print", "--config", "systemd/duetime.yml"))
        .containsPattern("tls-cert +" + folder + "/cert +DUETIME_TLS_CERT")
        .containsPattern("tls-key +" + folder + "/key +DUETIME_TLS_KEY")
        .containsPattern("tokens-file +" + folder + "/tokens +DUETIME_TOKENS_FILE")
        .containsPattern("store +redis://redis:6379 +DUETIME_STORE_FILE");
  }

  @Test
  void theAdditionsForTlsFitCompose() throws IOException {
    JsonNode service = Yaml.text(block("yaml"));
    Map<String, String> environment = new HashMap<>(Image.environment());
    service
        .path("environment")
        .forEachEntry((name, value) -> environment.put(name, value.asString()));
    environment.put("DUETIME_CERT_FILE", "/run/tls/check.crt");
    environment.put("DUETIME_KEY_FILE", "/run/tls/check.key");

    assertThat(Command.output(environment, "config", "print"))
        .containsPattern("tls-cert +/run/tls/server.crt +DUETIME_TLS_CERT")
        .containsPattern("tls-key +/run/tls/server.key +DUETIME_TLS_KEY");
    assertThat(Yaml.texts(service.path("volumes"))).containsExactly("./tls:/run/tls:ro");
    assertThat(Yaml.texts(service.at("/healthcheck/test")))
        .containsExactly("CMD", "duetime", "health", "--server", "https://localhost:8420");
  }

  private static String block(String language) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("```" + language + "\n") + language.length() + 4;
    return page.substring(start, page.indexOf("```", start));
  }
}
