package io.duetime.embedded;

import io.duetime.Limits;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Keeps jobs in a folder, for one process at a time. What was answered as fsynced survives the end
 * of the process and of the machine's power; unless a call asks otherwise it is.
 *
 * <p>Answers are given, and watchers told, on the store's two threads: what depends on an answer
 * must not block, and must not wait for another answer of the same store.
 */
public interface EmbeddedEngine extends Engine {
  /**
   * Opens the store in a folder, making it when there is none.
   *
   * @param clock the store's clock
   * @throws io.duetime.StoreFailureException if another process has it open, if it is damaged, or
   *     if a newer version has written it
   */
  static EmbeddedEngine open(Path folder, EmbeddedOptions options, InstantSource clock) {
    Limits.given("folder", folder);
    Limits.given("options", options);
    FolderStore store = FolderStore.open(folder, options, Limits.given("clock", clock));
    return new FolderEngine(store, options.maxPayloadBytes());
  }

  /** Whether there is a store in a folder, of any version and in any condition. */
  static boolean isStore(Path folder) {
    return StoreFolder.isStore(folder);
  }

  /**
   * Copies the store as it is now, while it is in use, into a folder that does not exist yet or is
   * empty. The copy is a store of its own: open it, or put it in the place of the one that was
   * lost. Blocks for as long as it takes; on the same disk files are shared, not copied.
   *
   * @throws io.duetime.InvalidRequestException if the folder is not empty, or cannot be made or
   *     written to
   * @throws io.duetime.StoreFailureException if the copy cannot be written; what was begun is not
   *     taken for a store
   */
  void backup(Path target);
}
