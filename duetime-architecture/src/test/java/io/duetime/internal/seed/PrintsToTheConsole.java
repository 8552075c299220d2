package io.duetime.internal.seed;

public final class PrintsToTheConsole {
  void print() {
    System.out.println("seed");
  }
}
