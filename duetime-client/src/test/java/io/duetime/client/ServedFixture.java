package io.duetime.client;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.EngineFixture;
import java.time.Duration;
import java.util.function.Function;

/** The store of another fixture behind a server, whose clock and data are those of that fixture. */
public final class ServedFixture implements EngineFixture {
  private final EngineFixture store;
  private final Function<Engine, ServedStore> serving;
  private ServedStore served;

  /** Serves the store to every caller on this machine. */
  public ServedFixture(EngineFixture store) {
    this(store, ServedStore::new);
  }

  /** Serves the store as {@code serving} does. */
  ServedFixture(EngineFixture store, Function<Engine, ServedStore> serving) {
    this.store = store;
    this.serving = serving;
    this.served = serving.apply(store.engine());
  }

  @Override
  public Engine engine() {
    return served.engine();
  }

  @Override
  public void advance(Duration step) {
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
    served.close();
    store.reopen();
    served = serving.apply(store.engine());
  }

  @Override
  public boolean canDamage() {
    return store.canDamage();
  }

  @Override
  public void damage(String queue, String id) {
    store.damage(queue, id);
  }

  @Override
  public void close() {
    served.close();
    store.close();
  }
}
