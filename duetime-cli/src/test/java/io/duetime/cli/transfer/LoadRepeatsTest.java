package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.FaultyDoor;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loading while the store loses answers and refuses for a while. */
class LoadRepeatsTest {
  private static final String THREE =
      """
      {"id":"1","delay":"1h"}
      {"id":"2","delay":"1h"}
      {"id":"3","delay":"1h"}
      """;

  @RegisterExtension private final Shell shell = new Shell();

  private FaultyDoor door;

  @BeforeEach
  void open() throws IOException {
    door = new FaultyDoor(shell.url());
  }

  @AfterEach
  void close() {
    door.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OUTCOME_UNKNOWN",
        "STORE_UNAVAILABLE",
        "STORE_CLOSED",
        "STORE_FULL",
        "QUOTA_EXCEEDED",
        "STORE_LOCKED"
      })
  void aLineThatIsRefusedForNowIsSentAgain(String code) {
    door.refuses(code, 2);

    Result load = load(THREE);

    assertThat(load.code()).isZero();
    assertThat(load.out()).isEqualToIgnoringNewLines("3 lines: 3 created; sent again once, 1 line");
    assertThat(load.err()).isEmpty();
    assertThat(shell.run("list", "q").out().lines()).hasSize(4);
  }

  @Test
  void aLineThatWasTakenThoughNobodyKnewIsAnsweredAsIfItWereSentOnce() {
    door.takesButRefuses("OUTCOME_UNKNOWN", 1, 3);

    Result load = load(THREE.replace("\"1h\"", "\"1h\",\"onConflict\":\"REJECT\""));

    assertThat(load.out())
        .isEqualToIgnoringNewLines("3 lines: 3 created; sent again once, 2 lines");
    assertThat(load.code()).isZero();
  }

  @Test
  void aJobThatWasTakenAndCancelledMeanwhileIsNotMadeAgain() {
    door.takesButRefuses("OUTCOME_UNKNOWN", 2);
    door.meanwhile(() -> shell.run("cancel", "q", "2"));

    Result load = load(THREE.replace("\"1h\"", "\"1h\",\"retention\":\"1h\""));

    assertThat(load.out()).isEqualToIgnoringNewLines("3 lines: 3 created; sent again once, 1 line");
    assertThat(shell.run("show", "q", "2").out()).contains("CANCELLED");
  }

  @Test
  void aLineWithoutAnIdKeepsTheOneItIsGiven() {
    door.takesButRefuses("OUTCOME_UNKNOWN", 1, 2);

    Result load = load("{\"delay\":\"1h\",\"payload\":{\"n\":1}}\n {}\n{\"id\":\"own\"}\n");

    assertThat(load.out())
        .isEqualToIgnoringNewLines("3 lines: 3 created; sent again once, 2 lines");
    assertThat(shell.run("list", "q").out().lines()).hasSize(4);
    List<String> first = door.calls().get(0);
    assertThat(first.get(0)).containsPattern("\"id\":\"[0-9A-Z]{26}\"");
    assertThat(first.get(1)).containsPattern("\"id\":\"[0-9A-Z]{26}\"");
    assertThat(first.get(2)).contains("\"id\":\"own\"");
    assertThat(door.calls().get(1)).containsExactly(first.get(0), first.get(1));
  }

  @Test
  void whatIsNotAcceptedWhenPatienceEndsIsNamed() {
    door.refuses("STORE_UNAVAILABLE", 2, 3);
    door.refuses("STORE_UNAVAILABLE", 2, 3);

    Result load = load(THREE, "--patience", "0s");

    assertThat(load.code()).isEqualTo(1);
    assertThat(load.out()).isEqualToIgnoringNewLines("3 lines: 1 created, 2 not accepted");
    assertThat(load.err().lines())
        .containsExactly(
            "line 2, id 2: not accepted: so it is (STORE_UNAVAILABLE)",
            "line 3, id 3: not accepted: so it is (STORE_UNAVAILABLE)",
            "duetime: so it is (STORE_UNAVAILABLE); continue with --from-line 2");
  }

  @Test
  void jsonNamesWhatIsNotAccepted() {
    door.refuses("STORE_UNAVAILABLE", 2);

    Result load = load(THREE, "--patience", "0s", "--json");

    assertThat(load.out())
        .contains("\"lines\":3", "\"NOT_ACCEPTED\":1", "\"CREATED\":2", "\"repeats\":0")
        .contains("\"line\":2", "\"id\":\"2\"");
  }

  @Test
  void aRefusalForGoodIsNotRepeated() {
    door.refuses("STORE_DAMAGED", 2);

    Result load = load(THREE);

    assertThat(load.out()).isEqualToIgnoringNewLines("3 lines: 2 created, 1 refused");
    assertThat(load.err()).isEqualToIgnoringNewLines("line 2: so it is");
    assertThat(door.calls()).hasSize(1);
  }

  private Result load(String lines, String... options) {
    List<String> args = new ArrayList<>(List.of("load", "-", "--queue", "q"));
    args.addAll(List.of(options));
    return shell.run(lines, door.url(), false, args.toArray(String[]::new));
  }
}
