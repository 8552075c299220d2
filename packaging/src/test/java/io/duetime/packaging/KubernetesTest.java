package io.duetime.packaging;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The manifests agree with each other and with the server. */
class KubernetesTest {
  private static final String FILE = "kubernetes/duetime.yaml";
  private static final String LABEL = "app.kubernetes.io/name";

  @TempDir private Path folder;

  @Test
  void everySelectorMeetsTheLabelOfThePods() throws IOException {
    assertThat(kinds().keySet())
        .containsExactlyInAnyOrder(
            "Secret", "ConfigMap", "Service", "PodDisruptionBudget", "Deployment");
    assertThat(
            List.of(
                kinds().get("Service").at("/spec/selector"),
                kinds().get("PodDisruptionBudget").at("/spec/selector/matchLabels"),
                kinds().get("Deployment").at("/spec/selector/matchLabels"),
                kinds().get("Deployment").at("/spec/template/metadata/labels"),
                Yaml.one("kubernetes/servicemonitor.yaml").at("/spec/selector/matchLabels"),
                kinds().get("Service").at("/metadata/labels")))
        .allSatisfy(labels -> assertThat(labels.path(LABEL).asString()).isEqualTo("duetime"));
  }

  @Test
  void probesAskTheHealthOfTheServerAtItsPort() throws IOException {
    JsonNode container = container();

    assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(8420);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode call = container.path(probe).path("httpGet");
      assertThat(call.path("port").asString()).isEqualTo("http");
      assertThat(Files.readString(openApi())).contains("GET " + call.path("path").asString() + ":");
    }
    assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/health/ready");
    assertThat(kinds().get("Service").at("/spec/ports/0/targetPort").asString()).isEqualTo("http");
    assertThat(Yaml.one("kubernetes/servicemonitor.yaml").at("/spec/endpoints/0/port").asString())
        .isEqualTo("http");
  }

  @Test
  void theConfigurationAppliesInAContainerOfTheImage() throws IOException {
    Path secret = Files.createFile(folder.resolve("store"));
    Files.writeString(secret, kinds().get("Secret").at("/stringData/store").asString());
    String text = kinds().get("ConfigMap").at("/data/duetime.yml").asString();
    Path config = folder.resolve("duetime.yml");
    Files.writeString(config, text.replace("/run/secrets/duetime/store", secret.toString()));

    assertThat(
            Command.output(Image.environment(), "config", "print", "--config", config.toString()))
        .containsPattern("store +redis://redis:6379 ")
        .containsPattern("http +0.0.0.0:8420 ")
        .containsPattern("beanstalkd +off ")
        .containsPattern("allow-network-without-tokens +false ")
        .containsPattern("shutdown-timeout +20s ");
    assertThat(Yaml.texts(container().path("args")))
        .containsExactly("server", "--config", "/etc/duetime/duetime.yml");
  }

  @Test
  void metricsAreReadWithAToken() throws IOException {
    JsonNode endpoint = Yaml.one("kubernetes/servicemonitor.yaml").at("/spec/endpoints/0");

    assertThat(endpoint.path("path").asString()).isEqualTo("/metrics");
    assertThat(endpoint.at("/authorization/credentials/name").asString())
        .isEqualTo("duetime-metrics");
    assertThat(endpoint.at("/authorization/credentials/key").asString()).isEqualTo("token");
  }

  @Test
  void everyMountedVolumeExistsAndThePathsAreThoseOfTheConfiguration() throws IOException {
    JsonNode pod = kinds().get("Deployment").at("/spec/template/spec");
    Map<String, String> mounts =
        container()
            .path("volumeMounts")
            .valueStream()
            .collect(toMap(m -> m.path("name").asString(), m -> m.path("mountPath").asString()));

    assertThat(pod.path("volumes").valueStream().map(v -> v.path("name").asString()))
        .containsExactlyInAnyOrderElementsOf(mounts.keySet());
    assertThat(mounts).containsValues("/etc/duetime", "/run/secrets/duetime", "/tmp");
    assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
    assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();
  }

  @Test
  void aPodHasTimeToFinishItsCalls() throws IOException {
    JsonNode pod = kinds().get("Deployment").at("/spec/template/spec");
    int preStop = pod.at("/containers/0/lifecycle/preStop/exec/command/1").asInt();

    // The timeout of the server is 20s, and it allows 10s more for its store.
    assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(preStop + 20 + 10);
  }

  private static Path openApi() {
    return Path.of(
        "../duetime-server/src/main/resources/io/duetime/server/http/routes/openapi.yaml");
  }

  private static JsonNode container() throws IOException {
    return kinds().get("Deployment").at("/spec/template/spec/containers/0");
  }

  private static Map<String, JsonNode> kinds() throws IOException {
    return Yaml.all(FILE).stream()
        .collect(toMap(node -> node.path("kind").asString(), node -> node));
  }
}
