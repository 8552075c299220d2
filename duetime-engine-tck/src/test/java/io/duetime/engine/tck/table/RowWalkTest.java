package io.duetime.engine.tck.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.tck.MemoryFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowWalkTest {
  private static final String CANCEL = "| C-2 |  | DELAYED | CANCELLED | cancelled |";

  private static void walk(String row) {
    try (MemoryFixture store = new MemoryFixture()) {
      new RowWalk(StateTable.rows(row)).steps().forEach(step -> step.check().on(store));
    }
  }

  @Test
  void aRowThatIsTruePasses() {
    walk(CANCEL);
  }

  @Test
  void aRowWithAnotherAnswerFails() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | RUNNING | cancelled |"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the answer of C-2 C, DELAYED");
  }

  @Test
  void aRowWithAnotherEndFails() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | CANCELLED | unchanged |"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the job after C-2 C, DELAYED");
    assertThatThrownBy(() -> walk("| R-A-2 |  | RETRYING | RESCHEDULED | unchanged |"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void unknownWordsAreRefused() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | CANCELLED | dissolved |"))
        .hasMessageContaining("nothing is called 'dissolved'");
    assertThatThrownBy(() -> walk("| C-2 |  | ASLEEP | CANCELLED | unchanged |"))
        .hasMessageContaining("no state is called ASLEEP");
    assertThatThrownBy(() -> walk("| Z-2 |  | DELAYED | CANCELLED | unchanged |"))
        .hasMessageContaining("nothing does 'Z'");
    assertThatThrownBy(() -> walk("| C-2 | DELAYED | CANCELLED | unchanged |"))
        .hasMessageContaining("5 cells");
  }

  @Test
  void aMissingRowAndADoubleOneAreNoticed() {
    List<Row> rows = new ArrayList<>(StateTable.rows());
    Row first = rows.remove(0);

    assertThat(new RowWalk(rows).gapsAndOverlaps())
        .isNotEmpty()
        .allMatch(gap -> gap.startsWith("no row"));
    rows.add(first);
    assertThat(new RowWalk(rows).gapsAndOverlaps()).isEmpty();
    rows.add(first);
    assertThat(new RowWalk(rows).gapsAndOverlaps()).isNotEmpty();
    assertThat(new RowWalk(rows).doubledNumbers()).containsExactly(first.number());
  }

  @Test
  void theDocumentNamesEveryStateAndEveryWord() {
    List<Row> rows = StateTable.rows();

    assertThat(rows.stream().flatMap(row -> row.states().stream()).distinct())
        .containsExactlyInAnyOrder(StartState.values());
    assertThat(rows.stream().flatMap(row -> row.afterwards().stream()).distinct())
        .containsExactlyInAnyOrder(Aftermath.values());
  }
}
