package io.duetime.engine.tck.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.Contract;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The state table of {@code docs/semantics.md}, row by row. */
public abstract class StateTableContract extends Contract {
  private final RowWalk walk = new RowWalk();

  @TestFactory
  Stream<DynamicTest> everyRowHolds() {
    return walk.steps().stream().map(step -> limited(step.name(), () -> step.check().on(store)));
  }

  @Test
  void everyOperationIsSettledInEveryState() {
    assertThat(walk.gapsAndOverlaps()).isEmpty();
  }

  @Test
  void everyRowHasANumberOfItsOwn() {
    assertThat(walk.doubledNumbers()).isEmpty();
  }
}
