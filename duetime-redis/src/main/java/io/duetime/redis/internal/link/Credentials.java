package io.duetime.redis.internal.link;

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
