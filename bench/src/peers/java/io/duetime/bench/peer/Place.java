package io.duetime.bench.peer;

/**
 * Where the jobs of a system are.
 *
 * @param uri of its server, or of its folder; empty if it has none
 * @param pid of its server; 0 if it has none
 */
public record Place(String uri, long pid) {
  /** The port of the server. */
  public int port() {
    return Integer.parseInt(uri.replaceAll(".*:([0-9]+)[^0-9].*|.*:([0-9]+)", "$1$2"));
  }

  /** Whether there is a server. */
  public boolean hasServer() {
    return pid != 0;
  }
}
