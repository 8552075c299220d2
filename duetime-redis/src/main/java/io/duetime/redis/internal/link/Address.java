package io.duetime.redis.internal.link;

import io.lettuce.core.RedisURI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The servers of a store, with the credentials for them.
 *
 * @param kind how the store is deployed
 * @param uris the server; one URI with some of the Sentinels; or some nodes of the cluster
 * @param certificates for encrypted connections
 */
public record Address(Kind kind, List<RedisURI> uris, Certificates certificates) {
  /** How a store is deployed. */
  public enum Kind {
    /** One server. */
    SERVER,
    /** One server, found by Sentinels. */
    SENTINEL,
    /** Several servers, each with a part of the keys. */
    CLUSTER
  }

  /** One server without encryption or password. */
  public static Address server(String host, int port) {
    return new Address(Kind.SERVER, List.of(RedisURI.create(host, port)), Certificates.NONE);
  }

  @Override
  public String toString() {
    return (kind == Kind.SENTINEL ? uris.get(0).getSentinels() : uris)
        .stream().map(Address::place).collect(Collectors.joining(","));
  }

  private static String place(RedisURI uri) {
    String host = uri.getHost();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + uri.getPort();
  }

  /**
   * PEM files for encrypted connections.
   *
   * @param authority the certificates to trust; the JVM's by default
   * @param certificate the client's certificate, if the server requires one
   * @param key its key
   */
  public record Certificates(
      Optional<Path> authority, Optional<Path> certificate, Optional<Path> key) {
    /** The JVM's authorities, no certificate. */
    public static final Certificates NONE =
        new Certificates(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
