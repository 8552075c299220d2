package io.duetime.embedded;

import io.duetime.Limits;
import io.duetime.engine.support.CheckedEngine;
import io.duetime.kernel.LocalEngine;
import io.duetime.kernel.transfer.Transfer;
import java.nio.file.Path;

/** The engine on a folder; checks every call before it reaches the store. */
final class FolderEngine extends CheckedEngine implements EmbeddedEngine, Transfer.Movable {
  private final FolderStore store;
  private final LocalEngine engine;

  FolderEngine(FolderStore store, int maxPayloadBytes) {
    this(store, new LocalEngine(store), maxPayloadBytes);
  }

  private FolderEngine(FolderStore store, LocalEngine engine, int maxPayloadBytes) {
    super(engine, maxPayloadBytes);
    this.store = store;
    this.engine = engine;
  }

  FolderStore store() {
    return store;
  }

  @Override
  public void backup(Path target) {
    store.backup(Limits.given("target", target));
  }

  @Override
  public Transfer transfer() {
    return engine.transfer();
  }
}
