package io.duetime.redis.contract;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.InTurns;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.fixture.store.Servers;
import io.duetime.redis.internal.store.QueueShards;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A store that three processes have opened, each with connections of its own. Its clock does not go
 * on too far while a call is under way, whatever this machine's speed: what is sent on different
 * connections may be done in another order, and each is told the time at which it was sent.
 */
final class CompanyFixture implements EngineFixture {
  /** By how much the clock goes on during a call at most, as long as it moves in small steps. */
  static final long LONGEST_CALL_MILLIS = 50;

  private final CallsUnderWay calls = new CallsUnderWay();
  private final RedisFixture store;
  private List<Engine> strangers;
  private Engine engine;

  CompanyFixture(Servers servers, QueueShards usual) {
    store = new RedisFixture(servers, usual);
    open();
  }

  private void open() {
    strangers = Stream.generate(store::stranger).limit(2).toList();
    engine =
        InTurns.of(
            Stream.concat(Stream.of(store.engine()), strangers.stream()).toList(),
            (process, call) -> begin());
  }

  private Runnable begin() {
    long now = store.nowMillis();
    calls.begin(now);
    return () -> calls.end(now);
  }

  private void leave() {
    strangers.forEach(Engine::close);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void advance(Duration step) {
    calls.awaitAllSince(store.nowMillis() - LONGEST_CALL_MILLIS);
    store.advance(step);
  }

  @Override
  public boolean canStepBack() {
    return store.canStepBack();
  }

  @Override
  public void stepBack(Duration step) {
    store.stepBack(step);
  }

  @Override
  public void reopen() {
    leave();
    store.reopen();
    open();
  }

  @Override
  public void close() {
    leave();
    store.close();
  }
}
