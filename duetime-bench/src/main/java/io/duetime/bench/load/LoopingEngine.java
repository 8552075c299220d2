package io.duetime.bench.load;

import io.duetime.Durability;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One consumer of an engine that does nothing but claim and acknowledge; closes no engine. */
public final class LoopingEngine implements TimedConsumer {
  private final Engine engine;
  private final Durability durability;
  private final JobSource jobs = new JobSource(1);
  private final LatenessHistogram log = new LatenessHistogram();
  private final ClaimLoop loop;

  /** Begins to consume; {@code durability} is what is asked of the engine before it answers. */
  public LoopingEngine(Engine engine, Durability durability) {
    this.engine = engine;
    this.durability = durability;
    this.loop = new ClaimLoop(engine, durability, log);
    loop.start();
  }

  @Override
  public LatenessHistogram log() {
    return log;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    return engine.schedule(JobSource.QUEUE, dues.stream().map(jobs::nextJob).toList(), durability);
  }

  @Override
  public void close() {
    loop.close();
  }
}
