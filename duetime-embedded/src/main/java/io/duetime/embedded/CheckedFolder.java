package io.duetime.embedded;

import io.duetime.Limits;
import io.duetime.internal.engine.CheckedEngine;
import io.duetime.internal.kernel.transfer.Movable;
import io.duetime.internal.kernel.transfer.Transfer;
import java.nio.file.Path;

/** Checks every call before it reaches the engine of a folder. */
final class CheckedFolder extends CheckedEngine implements EmbeddedEngine, Movable {
  private final FolderEngine folder;

  CheckedFolder(FolderEngine folder, int maxPayloadBytes) {
    super(folder, maxPayloadBytes);
    this.folder = folder;
  }

  FolderEngine folder() {
    return folder;
  }

  @Override
  public void backup(Path target) {
    folder.backup(Limits.given("target", target));
  }

  @Override
  public Transfer transfer() {
    return folder.transfer();
  }
}
