package io.duetime.engine.tck.model;

import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.TestQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An engine and the model side by side, and the leases that claims have given out. */
final class Comparison implements AutoCloseable {
  final EngineFixture store;
  final TestQueue engine;
  final ModelQueue model = new ModelQueue();
  final ModelChanges changes = new ModelChanges(model);
  final ModelClaims claims = new ModelClaims(model);
  final List<Held> held = new ArrayList<>();
  private long lastFence;

  Comparison(EngineFixture store) {
    this.store = store;
    this.engine = new TestQueue(store, "model");
    this.model.now = engine.now();
  }

  /** A lease, and the number of its claim in the model. */
  record Held(LeaseToken token, int claim) {}

  /** Notes the leases of one claim; fences have to grow. */
  void hold(List<LeaseToken> tokens, List<ModelJob> jobs) {
    long before = lastFence;
    for (int i = 0; i < Math.min(tokens.size(), jobs.size()); i++) {
      LeaseToken token = tokens.get(i);
      if (token.fence() <= before) {
        throw new AssertionError("fence " + token.fence() + " after " + before);
      }
      lastFence = Math.max(lastFence, token.fence());
      held.add(new Held(token, jobs.get(i).claim));
    }
  }

  /** Takes over the store's clock after it has been moved. */
  void readClock() {
    model.now = engine.now();
  }

  /** Fails unless engine and model show the same jobs in the same order and count them alike. */
  void compare() {
    Step.same(
        "list",
        lines(engine.list(Selection.ALL), Comparison::shown),
        lines(model.listed(), job -> job.id() + " " + job.facts(model.now)));
    Step.same("counts", engine.counts(), model.counts());
  }

  private static <T> String lines(List<T> jobs, Function<T, String> shown) {
    return jobs.stream().map(shown).collect(Collectors.joining("\n    "));
  }

  private static String shown(JobView job) {
    return job.id() + " " + JobFacts.of(Optional.of(job));
  }

  @Override
  public void close() {
    store.close();
  }
}
