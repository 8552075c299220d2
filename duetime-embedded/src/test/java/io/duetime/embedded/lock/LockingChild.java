package io.duetime.embedded.lock;

import io.duetime.DuetimeException;
import io.duetime.embedded.internal.disk.StoreFolder;
import java.nio.file.Path;

/** Tries to lock a folder and says whether another process has it. */
final class LockingChild {
  private LockingChild() {}

  public static void main(String[] arguments) {
    try {
      StoreFolder.open(Path.of(arguments[0])).close();
      System.out.println("free");
    } catch (DuetimeException refused) {
      System.out.println("held");
    }
  }
}
