package io.duetime.bench.peer;

/**
 * Where the jobs of a system are.
 *
 * @param uri of its server, or of its folder; empty if it has none
 * @param pid of its server; 0 if it has none
 */
public record Place(String uri, long pid) {
  /** What the URI begins with. */
  public String scheme() {
    return uri.substring(0, uri.indexOf(':'));
  }

  /** The port of the server. */
  public int port() {
    return Integer.parseInt(uri.replaceAll(".*:([0-9]+)[^0-9].*|.*:([0-9]+)", "$1$2"));
  }

  /** Whether the server tells how many commands it was asked for. */
  public boolean counts() {
    return scheme().equals("redis") || scheme().equals("jdbc");
  }

  /** Whether there is a server. */
  public boolean hasServer() {
    return pid != 0;
  }
}
