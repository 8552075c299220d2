package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TargetCommandsTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void aTargetIsPutUsedListedAndDeleted() {
    Result put = shell.run("target", "put", "main", "type=inbox", "box=cli");
    assertThat(put.code()).as(put.err()).isZero();
    assertThat(put.out().lines()).containsExactly("type=inbox", "box=cli", "state: unused");

    Result set = shell.run("settings", "orders", "handOver=main?prefix=a%26b");
    assertThat(set.code()).as(set.err()).isZero();
    assertThat(set.out()).contains("handOver=main?prefix=a%26b");
    assertThat(shell.run("target", "list").out()).contains("main", "inbox");
    assertThat(shell.run("target", "probe", "main").out()).contains("type=inbox", "state: ");
    assertThat(shell.run("target", "probe", "other").code()).isEqualTo(1);
    Result sent = shell.run("target", "test", "main", "prefix=x-");
    assertThat(sent.out()).as(sent.err()).startsWith("CONFIRMED in ");
    assertThat(shell.run("target", "test", "main", "--queue", "nowhere").code()).isEqualTo(2);
    assertThat(shell.run("target", "show", "main", "--json").out()).contains("\"box\":\"cli\"");

    Result used = shell.run("target", "delete", "main");
    assertThat(used.code()).isEqualTo(1);
    assertThat(used.err()).contains("orders").endsWith("(IN_USE)\n");

    assertThat(shell.run("settings", "orders", "handOver=").out()).contains("handOver=");
    assertThat(shell.run("target", "delete", "main").out()).startsWith("deleted main");
    assertThat(shell.run("target", "show", "main").code()).isEqualTo(1);
  }

  @Test
  void aMissingDestinationIsToldAndStored() {
    shell.run("target", "put", "main", "type=inbox", "box=cli");

    Result set = shell.run("settings", "orders", "handOver=main?prefix=nowhere-");

    assertThat(set.code()).isZero();
    assertThat(set.out()).contains("handOver=main?prefix=nowhere-").doesNotContain("warning");
    assertThat(set.err()).contains("stored, but: no such place");
    String queues = shell.run("queues").out();
    while (!queues.contains("hand-over to main fails")) {
      queues = shell.run("queues").out();
    }
    assertThat(shell.run("top", "--once").out()).contains("hand-over to main fails");
    shell.run("settings", "orders", "handOver=main");
    while (shell.run("queues").out().contains("fails")) {
      Thread.onSpinWait();
    }
    assertThat(shell.run("queues").out()).contains("to main");
    shell.run("settings", "orders", "handOver=");
    assertThat(shell.run("queues").out()).doesNotContain("main");
  }

  @Test
  void explainTellsWhereADoneJobWent() {
    shell.run("target", "put", "main", "type=inbox", "box=cli");
    shell.run("settings", "orders", "handOver=main", "retention=1h");
    shell.run("put", "orders", "a", "x");

    String explained = shell.run("explain", "orders", "a").out();
    while (!explained.startsWith("it is done")) {
      explained = shell.run("explain", "orders", "a").out();
    }

    assertThat(explained).endsWith("reason DONE); confirmed\n");
  }

  @Test
  void aTargetTellsTheQueuesThatItIsFor() {
    Result put = shell.run("target", "put", "main", "type=inbox", "box=cli", "queues=orders*,mail");

    assertThat(put.out()).contains("queues=orders*,mail");
    assertThat(shell.run("target", "list").out().lines().skip(1))
        .singleElement()
        .asString()
        .matches("main +inbox +orders\\*,mail +unused");
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThat(shell.run("target", "put", "main", "inbox").err()).contains("KEY=VALUE");
    assertThat(shell.run("target", "put", "main", "type=inbox", "box=b", "password=hush").err())
        .contains("passwordFile")
        .doesNotContain("hush");
    assertThat(shell.run("settings", "orders", "handOver=main?x").err())
        .contains("TARGET?KEY=VALUE");
  }
}
