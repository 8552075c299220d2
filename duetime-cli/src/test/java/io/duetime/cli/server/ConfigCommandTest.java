package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void printTellsEachValueAndItsOriginWithoutPasswords() throws IOException {
    String file = write("store: 'redis://:secret@host'\nlog-level: WARN,a.b=DEBUG\n");
    Result printed = shell.run("config", "print", "--config", file, "--http", "127.0.0.1:0");

    assertThat(printed.code()).isZero();
    assertThat(printed.out().lines())
        .containsExactly(
            "SETTING                       VALUE                 FROM",
            "store                         redis://…@host        " + file,
            "http                          127.0.0.1:0           --http",
            "beanstalkd                    127.0.0.1:11300       default",
            "beanstalkd-tls                true                  default",
            "max-payload                   1048576               default",
            "beanstalkd-max-job-size       65535                 default",
            "beanstalkd-max-connections    20000                 default",
            "beanstalkd-tube-retention     10m                   default",
            "tls-cert                                            default",
            "tls-key                                             default",
            "tls-client-ca                                       default",
            "tokens-file                                         default",
            "oidc-issuer                                         default",
            "oidc-client-id                                      default",
            "oidc-client-secret-file                             default",
            "oidc-scopes                   openid profile email  default",
            "oidc-groups-claim             groups                default",
            "oidc-grants                                         default",
            "quotas-file                                         default",
            "targets-file                                        default",
            "secrets-folder                                      default",
            "secrets-prefix                DUETIME_TARGET_       default",
            "private-ranges                                      default",
            "trusted-proxies                                     default",
            "allow-network-without-tokens  false                 default",
            "metrics-queues                *                     default",
            "log-level                     WARN, a.b=DEBUG       " + file,
            "log-format                    AUTO                  default",
            "shutdown-timeout              10s                   default");
    assertThat(shell.run("config", "print", "--config", file, "--json").out())
        .contains("\"store\":{\"value\":\"redis://…@host\",\"from\":\"" + file + "\"}")
        .doesNotContain(":secret");
  }

  @Test
  void validateNamesTheFirstSettingThatIsWrong() throws IOException {
    String file = write("log-levle: WARN\n");

    assertThat(shell.run("config", "validate").out()).isEqualTo("valid" + System.lineSeparator());
    assertThat(shell.run("config", "validate", "--json").out()).startsWith("{\"valid\":true}");
    Result wrong = shell.run("config", "validate", "--config", file);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith("duetime: config key is 'log-levle'; allowed: store, store-file, http,")
        .contains("did you mean log-level?");
  }

  @Test
  void theStoreOfAnotherServerIsRefused() {
    Result wrong = shell.run("config", "validate", "--store", "http://127.0.0.1:8420");

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("store is 'http://127.0.0.1:8420'; allowed: a URI such as");
  }

  @Test
  void validateReadsTheFileOfTokens() throws IOException {
    String tokens = write("tokens: 1\n");

    Result wrong = shell.run("config", "validate", "--tokens-file", tokens);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("duetime: tokens is");
  }

  @Test
  void validateReadsTheFileOfTargets() throws IOException {
    Path targets = Files.writeString(folder.resolve("targets.json"), "{\"a\":{\"type\":\"fax\"}}");
    String file = write("targets-file: " + targets + "\n");

    Result wrong = shell.run("config", "validate", "--config", file);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith("duetime: targets-file " + targets + ", a, type is 'fax'; allowed: one of");

    Files.writeString(targets, "{\"a\":{\"type\":\"inbox\",\"box\":\"b\"}}");
    assertThat(shell.run("config", "validate", "--config", file).code()).isZero();
  }

  @Test
  void validateReadsTheFileOfQuotas() throws IOException {
    Path quotas = Files.writeString(folder.resolve("quotas.yml"), "quotas: [{queues: a}]");
    String file = write("quotas-file: " + quotas + "\n");

    Result wrong = shell.run("config", "validate", "--config", file);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith("duetime: quotas-file " + quotas + ", entry 1, limit is missing; allowed: one");

    Files.writeString(quotas, "quotas: [{queues: a, maxWaiting: 5}]");
    assertThat(shell.run("config", "validate", "--config", file).code()).isZero();
  }

  @Test
  void healthAsksTheServer() {
    assertThat(shell.run("health").out()).isEqualTo("UP" + System.lineSeparator());
    assertThat(shell.run("health", "--live", "--json").out()).startsWith("{\"status\":\"UP\"}");
    assertThat(shell.run("health", "--server", "http://127.0.0.1:1").code()).isEqualTo(1);
  }

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("duetime.yml"), text).toString();
  }
}
