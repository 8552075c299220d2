package io.duetime.embedded;

import io.duetime.DuetimeException;
import io.duetime.embedded.internal.folder.StoreFolder;
import java.nio.file.Path;

/** Tries to take hold of a folder and says whether somebody else has it. */
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
