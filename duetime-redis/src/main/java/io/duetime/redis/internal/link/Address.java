package io.duetime.redis.internal.link;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The servers of a store, and the credentials for them.
 *
 * @param kind how the store is deployed
 * @param places the server; some of the Sentinels; or some nodes of the cluster
 * @param database the number of the database; 0 in a cluster
 * @param master the name of the store at the Sentinels; empty without Sentinels
 * @param credentials for the servers
 * @param sentinelCredentials for the Sentinels
 * @param tls the encryption of connections; empty for none
 */
public record Address(
    Kind kind,
    List<Place> places,
    int database,
    String master,
    Credentials credentials,
    Credentials sentinelCredentials,
    Optional<TlsSettings> tls) {
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
    return plain(Kind.SERVER, List.of(new Place(host, port)), "");
  }

  /** A store of that kind without encryption or password. */
  public static Address plain(Kind kind, List<Place> places, String master) {
    return new Address(
        kind, places, 0, master, Credentials.NONE, Credentials.NONE, Optional.empty());
  }

  @Override
  public String toString() {
    return String.join(",", places.stream().map(Place::toString).toList());
  }

  /** Where a server listens. */
  public record Place(String host, int port) {
    @Override
    public String toString() {
      return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
  }

  /**
   * User and password for a store.
   *
   * @param user empty for the store's default user
   * @param password empty for none
   */
  public record Credentials(String user, String password) {
    /** The default user, without a password. */
    public static final Credentials NONE = new Credentials("", "");

    /** Without the password. */
    @Override
    public String toString() {
      return user.isEmpty() ? "the default user" : "user " + user;
    }
  }

  /**
   * Encryption of a connection.
   *
   * @param verification what is asked of the server's certificate
   * @param authority a PEM file of the certificates to trust; the JVM's by default
   * @param certificate a PEM file with the client's certificate, if the server requires one
   * @param key a PEM file with its key
   */
  public record TlsSettings(
      Verification verification,
      Optional<Path> authority,
      Optional<Path> certificate,
      Optional<Path> key) {
    /** The JVM's authorities, everything verified. */
    public static final TlsSettings DEFAULT =
        new TlsSettings(Verification.FULL, Optional.empty(), Optional.empty(), Optional.empty());

    /** What is asked of the server's certificate. */
    public enum Verification {
      /** That it is trusted and names the host that was called. */
      FULL,
      /** That it is trusted. */
      AUTHORITY,
      /** Nothing: a third party may intercept the connection. */
      NONE
    }
  }
}
