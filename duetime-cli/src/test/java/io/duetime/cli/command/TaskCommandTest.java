package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TaskCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void aCommandThatChangesManyJobsWaitsForItsTask() {
    load(10_500);

    assertThat(shell.run("cancel", "q", "--all", "--dry-run").out().strip())
        .isEqualTo("10500 to cancel");
    assertThat(shell.run("cancel", "q", "--all").out().strip()).isEqualTo("10500 cancelled");
    assertThat(shell.run("task", "list").out().lines())
        .hasSize(3)
        .element(1)
        .asString()
        .matches("\\w+ +cancel +q +done +10500 +10500 +\\S+");
  }

  @Test
  void aTaskIsShownAndCancelled() {
    load(10_500);
    shell.run("cancel", "q", "--all", "--dry-run");
    String id = shell.run("task", "list").out().lines().skip(1).findFirst().orElseThrow();
    String task = id.split(" ", 2)[0];

    Result show = shell.run("task", "show", task, "--wait");

    assertThat(show.code()).isZero();
    assertThat(show.out().strip())
        .isEqualTo(task + " cancel of q: done, 10500 of 10500 would change (dry run)");
    assertThat(shell.run("task", "cancel", task).out()).isEqualTo(show.out());
    assertThat(shell.run("task", "show", task, "--json").out()).contains("\"state\":\"DONE\"");
  }

  @Test
  void aShiftIsTriedMadeAndTakenBack() {
    load(3);
    String due = shell.run("show", "q", "0", "--json").out();

    Result dry = shell.run("shift", "q", "--by", "-30m", "--all", "--dry-run");
    Result shifted = shell.run("shift", "q", "0", "1", "--by", "-30m");
    String task = shifted.out().split(" ", 2)[0];

    assertThat(dry.out().strip())
        .matches("3 to shift from \\S+ … \\S+ to \\S+ … \\S+, 0 stay; 0 would be due at once");
    assertThat(shifted.out().strip()).isEqualTo(task + " shift of q: done, 2 of 2 changed");
    assertThat(shell.run("show", "q", "0", "--json").out()).isNotEqualTo(due);

    Result undone = shell.run("task", "undo", task);

    assertThat(undone.out().strip()).endsWith(" undo_shift of q: done, 2 of 2 changed");
    assertThat(shell.run("show", "q", "0", "--json").out()).isEqualTo(due);
    assertThat(shell.run("task", "undo", undone.out().split(" ", 2)[0]).err())
        .contains("Only a shift can be taken back");
    assertThat(shell.run("shift", "q", "--all", "--by", "0s").code()).isEqualTo(2);
    assertThat(shell.run("shift", "q", "--by", "1h").code()).isEqualTo(2);
    assertThat(shell.run("shift", "q", "--all", "--by", "-3h").out().strip())
        .endsWith("done, 0 of 0 changed, 3 stay where they are");
  }

  @Test
  void anUnknownTaskIsToldInOneLine() {
    Result show = shell.run("task", "show", "nothing");

    assertThat(show.code()).isEqualTo(1);
    assertThat(show.err()).startsWith("duetime: There is no task with this id").hasLineCount(1);
    assertThat(shell.run("task", "cancel", "nothing").code()).isEqualTo(1);
    assertThat(shell.run("task", "list").code()).isZero();
  }

  private void load(int jobs) {
    String lines =
        IntStream.range(0, jobs)
            .mapToObj(i -> "{\"queue\":\"q\",\"id\":\"" + i + "\",\"delay\":\"1h\"}")
            .collect(Collectors.joining("\n"));
    assertThat(shell.runWith(lines, "load", "-", "--queue", "q").code()).isZero();
  }
}
