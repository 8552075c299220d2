package io.duetime.runtime.call;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds the name of this machine, to tell its processes from those of others. */
public final class HostName {
  private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");
  private static final String NONE = "localhost";

  private HostName() {}

  /** The name, of ASCII letters, digits, dots and hyphens. */
  public static String find() {
    String name =
        Stream.of(System.getenv("HOSTNAME"), System.getenv("COMPUTERNAME"))
            .filter(known -> known != null && !known.isBlank())
            .findFirst()
            .orElseGet(HostName::asked)
            .replaceAll("[^A-Za-z0-9.-]", "");
    return name.isEmpty() ? NONE : name;
  }

  // The file first, since getLocalHost may wait for a name server.
  private static String asked() {
    try {
      return Files.isReadable(LINUX)
          ? Files.readString(LINUX).strip()
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException unnamed) {
      return NONE;
    }
  }
}
