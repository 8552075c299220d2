package io.duetime.server.access;

/** The outcome of a login. */
public sealed interface Login {
  /**
   * The caller is known.
   *
   * @param hash of the secret that was used; empty without one
   */
  record Admitted(Caller caller, String hash) implements Login {}

  /** The login is refused, for one of these reasons. */
  enum Refused implements Login {
    /** A token is needed and was not given. */
    MISSING,
    /** There is no such token, or it has expired. */
    INVALID,
    /** The address has failed too often. */
    TOO_MANY_FAILURES,
    /** The token has made too many requests. */
    TOO_MANY_REQUESTS
  }
}
