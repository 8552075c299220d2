package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SearchCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @BeforeEach
  void jobsOfACustomer() {
    shell.run("put", "orders", "order-42", "close", "--delay", "1h", "--tag", "customer-7");
    shell.run("put", "mail", "order-42", "thanks", "--delay", "1h", "--tag", "customer-7");
    shell.run("put", "mail", "other", "nothing", "--delay", "1h");
  }

  @Test
  void anIdIsFoundInAllQueues() {
    Result found = shell.run("search", "order-42");

    assertThat(found.code()).isZero();
    assertThat(found.out().lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("mail +order-42 +DELAYED +20.*Z"))
        .anyMatch(line -> line.matches("orders +order-42 +DELAYED +20.*Z"));
    assertThat(shell.run("search", "order-1").code()).isEqualTo(1);
  }

  @Test
  void aTextIsFoundInPayloads() {
    assertThat(shell.run("search", "--text", "thanks").out())
        .contains("mail")
        .doesNotContain("orders");
    assertThat(shell.run("search", "--text", "order", "--limit", "1").err())
        .contains("There may be more");
  }

  @Test
  void everythingOfACustomerIsCountedAndCancelled() {
    assertThat(shell.run("search", "--tag", "customer-7").out().lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("mail +1 +0"));

    Result cancelled = shell.run("search", "--tag", "customer-7", "--cancel");

    assertThat(cancelled.out().lines()).containsExactly("mail: 1 cancelled", "orders: 1 cancelled");
    assertThat(shell.run("search", "--tag", "customer-7").code()).isEqualTo(1);
    assertThat(shell.run("search", "other").code()).isZero();
  }

  @Test
  void oneThingIsSearchedFor() {
    assertThat(shell.run("search").code()).isEqualTo(2);
    assertThat(shell.run("search", "a", "--tag", "b").code()).isEqualTo(2);
    assertThat(shell.run("search", "a", "--cancel").code()).isEqualTo(2);
  }
}
