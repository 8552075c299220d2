package io.duetime.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tokens as a server last read them. Immutable. */
public final class TokenTable {
  private final Map<String, Token> byHash = new HashMap<>();
  private final Map<String, Token> byName = new HashMap<>();
  private final boolean required;
  private final long nowMillis;

  TokenTable(List<Token> tokens, boolean required, long nowMillis) {
    this.required = required;
    this.nowMillis = nowMillis;
    tokens.stream().filter(token -> !token.hasExpired(nowMillis)).forEach(this::add);
  }

  private void add(Token token) {
    byName.put(token.name(), token);
    byHash.put(token.hash(), token);
    Token.Former former = token.former();
    if (former != null && former.untilMillis() > nowMillis) {
      byHash.put(former.hash(), token);
    }
  }

  /** Whether calls need a token: from the first one on, also after all were revoked. */
  public boolean isRequired() {
    return required;
  }

  /**
   * Finds the token that has a secret with this hash. How much of a hash a wrong secret shares with
   * a right one tells nothing about the right one; they are compared in constant time all the same.
   */
  Optional<Token> find(String hash) {
    return Optional.ofNullable(byHash.get(hash)).filter(token -> isOf(token, hash));
  }

  /** Whether a login is still valid, and its caller may do what it might then. */
  public boolean admits(Login.Admitted login) {
    return login.hash().isEmpty()
        ? !required
        : find(login.hash())
            .filter(token -> token.grants().equals(login.caller().grants()))
            .isPresent();
  }

  /** Finds a token by its name. */
  public Optional<Token> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private static boolean isOf(Token token, String hash) {
    Token.Former former = token.former();
    return isEqual(token.hash(), hash) || (former != null && isEqual(former.hash(), hash));
  }

  private static boolean isEqual(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.US_ASCII), right.getBytes(StandardCharsets.US_ASCII));
  }
}
