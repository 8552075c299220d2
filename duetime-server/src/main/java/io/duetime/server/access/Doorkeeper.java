package io.duetime.server.access;

import java.net.InetAddress;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides who a caller is, for all protocols. Without tokens a caller from the loopback address may
 * do everything; from the first token on each caller needs one. Thread safe.
 */
public final class Doorkeeper {
  private final TokenBook book;
  private final boolean allowsUnnamedNetwork;
  private final TrustedProxies proxies;
  private final BiConsumer<InetAddress, Login.Refused> refused;
  private final LoginThrottle throttle;
  private final TokenRates requests;
  private final TokenRates jobs;

  /** As the other, without proxies. */
  public Doorkeeper(TokenBook book, boolean allowsUnnamedNetwork, LongSupplier nanoTime) {
    this(book, allowsUnnamedNetwork, TrustedProxies.NONE, nanoTime, (address, reason) -> {});
  }

  /**
   * Creates a doorkeeper.
   *
   * @param allowsUnnamedNetwork whether without tokens callers from other machines may do
   *     everything, too
   * @param proxies the proxies that say who calls
   * @param refused is told of each refused login
   */
  public Doorkeeper(
      TokenBook book,
      boolean allowsUnnamedNetwork,
      TrustedProxies proxies,
      LongSupplier nanoTime,
      BiConsumer<InetAddress, Login.Refused> refused) {
    this.book = book;
    this.allowsUnnamedNetwork = allowsUnnamedNetwork;
    this.proxies = proxies;
    this.refused = refused;
    this.throttle = new LoginThrottle(nanoTime);
    this.requests = new TokenRates(token -> token.bounds().requestsPerSecond(), nanoTime);
    this.jobs = new TokenRates(token -> token.bounds().jobsPerSecond(), nanoTime);
    book.listen(requests::keep);
    book.listen(jobs::keep);
  }

  /** The tokens that are valid now. */
  public TokenBook book() {
    return book;
  }

  /** The proxies that say who calls; limits for an address do not apply to them. */
  public TrustedProxies proxies() {
    return proxies;
  }

  /** Whether only callers from the loopback address are admitted, and without a token. */
  public boolean isOnlyForLoopback() {
    return !allowsUnnamedNetwork && !book.table().isRequired();
  }

  /** Logs in with a secret, or without one if it is null. */
  public Login login(InetAddress address, @Nullable Secret secret) {
    Login login = secret == null ? unnamed(address) : withSecret(address, secret.hash());
    if (login instanceof Login.Refused reason) {
      refused.accept(address, reason);
    }
    return login;
  }

  private Login withSecret(InetAddress address, String hash) {
    Optional<Token> token = book.table().find(hash);
    if (token.isEmpty()) {
      return proxies.contains(address) || throttle.mayFail(address)
          ? Login.Refused.INVALID
          : Login.Refused.TOO_MANY_FAILURES;
    }
    return requests.take(token.get(), 1)
        ? new Login.Admitted(caller(token.get(), address, hash), hash)
        : Login.Refused.TOO_MANY_REQUESTS;
  }

  /** Logs in a caller for whom the server's settings name the token. */
  public Login loginAs(InetAddress address, String tokenName) {
    Optional<Token> token = book.table().named(tokenName);
    return token.isEmpty() ? Login.Refused.INVALID : admitted(token.get(), address);
  }

  /** Counts a request of a caller that stays logged in; false if it has made too many. */
  public boolean mayCall(Login.Admitted login) {
    return login.hash().isEmpty()
        || book.table().find(login.hash()).filter(token -> requests.take(token, 1)).isPresent();
  }

  private boolean maySchedule(String hash, int count) {
    return book.table().find(hash).map(token -> jobs.take(token, count)).orElse(true);
  }

  /** Whether a caller is admitted without a secret; it may still log in with one. */
  public Login unnamed(InetAddress address) {
    boolean mayCall =
        !book.table().isRequired() && (allowsUnnamedNetwork || address.isLoopbackAddress());
    return mayCall
        ? new Login.Admitted(Caller.unnamed(address.getHostAddress()), "")
        : Login.Refused.MISSING;
  }

  private Login admitted(Token token, InetAddress address) {
    return new Login.Admitted(caller(token, address, token.hash()), token.hash());
  }

  private Caller caller(Token token, InetAddress address, String hash) {
    return new Caller(
        token.name(), address.getHostAddress(), token.grants(), count -> maySchedule(hash, count));
  }
}
