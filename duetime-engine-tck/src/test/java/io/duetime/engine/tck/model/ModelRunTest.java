package io.duetime.engine.tck.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.SettleRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.BrokenEngines;
import io.duetime.engine.tck.BrokenFixture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelRunTest {
  /** Engines that no model agrees with. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  enum Broken {
    EARLY(BrokenEngines.Early::new),
    LOSING(BrokenEngines.Losing::new),
    DOUBLING(BrokenEngines.Doubling::new),
    SHARING(BrokenEngines.Sharing::new),
    UNCANCELLING(BrokenEngines.Uncancelling::new),
    UNMOVING(BrokenEngines.Unmoving::new),
    UNFENCED(BrokenEngines.Unfenced::new),
    OBLIGING(BrokenEngines.Obliging::new),
    REFUSING(BrokenEngines.Refusing::new),
    HASTENING(
        settling(one ->
            one.request() instanceof SettleRequest.Release release
                ? new Settlement(
                    one.lease(), new SettleRequest.Release(null, release.interruption()))
                : one)),
    BACKWARDS(
        claiming(result -> {
          List<ClaimedJob> jobs = new ArrayList<>(result.jobs());
          Collections.reverse(jobs);
          return new ClaimResult(jobs, result.nowMillis(), result.comeBackAtMillis());
        })),
    OVERSLEEPING(
        claiming(result ->
            new ClaimResult(
                result.jobs(),
                result.nowMillis(),
                Math.max(result.comeBackAtMillis(), result.comeBackAtMillis() + 1))));

    private final UnaryOperator<Engine> breaking;

    Broken(UnaryOperator<Engine> breaking) {
      this.breaking = breaking;
    }

    private static UnaryOperator<Engine> settling(UnaryOperator<Settlement> understood) {
      return engine -> new BrokenEngines.Misunderstanding(engine, understood);
    }

    private static UnaryOperator<Engine> claiming(UnaryOperator<ClaimResult> answered) {
      return engine -> new BrokenEngines.Misclaiming(engine, answered);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatBreaksItsWordIsCaughtAndShownByAProgram(Broken broken) {
    ModelRun run = new ModelRun(() -> new BrokenFixture(broken.breaking));

    assertThatThrownBy(() -> run.run(1, 600))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 1. The shortest program found:\n  ");
  }
}
