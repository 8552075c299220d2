package io.duetime.engine.tck.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.model.Acts.Act;
import io.duetime.engine.tck.model.StateTable.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Every row of the state table with each of its states, once with ended jobs remembered and once
 * without.
 */
public final class RowWalk {
  private static final Duration REMEMBERED = Duration.ofHours(6);

  private final Map<String, Act> acts = Acts.all();
  private final List<Row> rows;

  /** Walks through the document that is packaged with the suite. */
  public RowWalk() {
    this(StateTable.rows());
  }

  RowWalk(List<Row> rows) {
    this.rows = rows;
  }

  /** One thing to check. */
  public record Step(String name, Check check) {}

  /** What to check on a store. */
  @FunctionalInterface
  public interface Check {
    /** Fails with an assertion error where the engine differs from the row. */
    void on(EngineFixture store);
  }

  /** All steps, by the numbers of their rows. */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (Row row : rows) {
      for (String act : row.acts()) {
        for (StartState given : row.states()) {
          addSteps(steps, row, act, given);
        }
      }
    }
    return steps;
  }

  private void addSteps(List<Step> steps, Row row, String act, StartState given) {
    for (Duration retention : List.of(REMEMBERED, Duration.ZERO)) {
      if (given.fits(!retention.isZero())) {
        String memory = retention.isZero() ? "" : ", ended jobs remembered";
        String name =
            row.number() + " " + act + ", " + given.phrase() + memory + ": " + row.answer();
        Start start = new Start(name, act, given, retention);
        steps.add(new Step(name, store -> check(store, row, start)));
      }
    }
  }

  /** Where a step begins. */
  private record Start(String name, String act, StartState given, Duration retention) {
    String queue() {
      return String.join("_", act.replace(' ', '.'), given.name(), retention.toString());
    }
  }

  private void check(EngineFixture store, Row row, Start start) {
    Case c = new Case(store, new TestQueue(store, start.queue()), start.retention);
    Acts.prepare(c, start.act);
    start.given.reach(c);
    JobFacts expected = JobFacts.of(c.queue.find(Case.ID));
    String answer = actOf(start.act).on(c);
    assertThat(answer).as("the answer of %s", start.name).isEqualTo(row.answer());
    row.afterwards().forEach(aftermath -> aftermath.applyTo(expected, c));
    assertThat(JobFacts.of(c.queue.find(Case.ID)))
        .as("the job after %s", start.name)
        .isEqualTo(expected);
  }

  private Act actOf(String name) {
    Act act = acts.get(name);
    if (act == null) {
      throw new IllegalStateException("nothing does '" + name + "'");
    }
    return act;
  }

  /**
   * Operations and states that no row speaks of, or more than one does; nothing when all is well.
   */
  public Set<String> gapsAndOverlaps() {
    Set<String> open = new TreeSet<>();
    acts.keySet().forEach(act -> places(List.of(act), List.of(StartState.values()), open::add));
    Set<String> wrong = new TreeSet<>();
    for (Row row : rows) {
      places(
          row.acts(),
          row.states(),
          place -> {
            if (!open.remove(place)) {
              wrong.add(row.number() + " is unknown or twice: " + place);
            }
          });
    }
    open.forEach(place -> wrong.add("no row: " + place));
    return wrong;
  }

  private static void places(List<String> acts, List<StartState> states, Consumer<String> sink) {
    for (String act : acts) {
      for (StartState given : states) {
        sink.accept(act + " in " + given.phrase());
      }
    }
  }

  /** Numbers that are used twice. */
  public List<String> doubledNumbers() {
    List<String> numbers = new ArrayList<>(rows.stream().map(Row::number).toList());
    Set<String> once = new TreeSet<>(numbers);
    once.forEach(numbers::remove);
    return numbers;
  }
}
