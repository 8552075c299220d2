package io.duetime.cli;

import io.duetime.cli.terminal.Terminal;
import io.duetime.time.SystemTime;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The entry point of the {@code duetime} command. */
public final class Main {
  private Main() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    int code;
    try (SystemTime time = new SystemTime()) {
      code =
          run(
              new Terminal(
                  System.in,
                  utf8(FileDescriptor.out),
                  utf8(FileDescriptor.err),
                  Boolean.getBoolean("duetime.terminal") || (isTerminal("1") && isTerminal("2")),
                  System.getenv(),
                  time),
              args);
    }
    endSelectors();
    System.exit(code);
  }

  /** Asks Linux; for other systems the launcher sets the property, as Java does not tell. */
  private static boolean isTerminal(String descriptor) {
    try {
      String file = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor)).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException | SecurityException unknown) {
      return false;
    }
  }

  /** A JVM waits 300 ms at its end for threads in system calls, as those of HTTP clients. */
  private static void endSelectors() {
    Thread[] threads = new Thread[Thread.activeCount() + 8];
    int count = Thread.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (threads[i].getName().endsWith("-SelectorManager")) {
        threads[i].interrupt();
      }
    }
  }

  private static PrintStream utf8(FileDescriptor stream) {
    return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  /** Runs the command and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    return DuetimeCommand.line(terminal, args).execute(args);
  }
}
