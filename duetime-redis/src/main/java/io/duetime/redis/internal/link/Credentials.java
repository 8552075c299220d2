package io.duetime.redis.internal.link;

/**
 * Who we are.
 *
 * @param user empty for the store's default user
 * @param password empty for none
 */
public record Credentials(String user, String password) {
  /** Nobody in particular. */
  public static final Credentials NONE = new Credentials("", "");

  /** Without the password. */
  @Override
  public String toString() {
    return user.isEmpty() ? "the default user" : "user " + user;
  }
}
