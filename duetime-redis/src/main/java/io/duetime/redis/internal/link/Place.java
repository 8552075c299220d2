package io.duetime.redis.internal.link;

/** Where a server listens. */
public record Place(String host, int port) {
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
