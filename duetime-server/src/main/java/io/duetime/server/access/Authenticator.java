package io.duetime.server.access;

import io.duetime.handover.IpRange;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.TokenBook.TokenTable;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides who a caller is, for all protocols. Without tokens a caller from the loopback address may
 * do everything; from the first token on each caller needs one. Thread safe.
 */
public final class Authenticator {
  private final TokenBook book;
  private final boolean allowsUnnamedNetwork;
  private final TrustedProxies proxies;
  private final BiConsumer<InetAddress, Login.Refused> refused;
  private final LoginThrottle throttle;
  private final LoginThrottle signIns;
  private final LongSupplier nanoTime;
  private final TokenRates requests;
  private final TokenRates jobs;

  /** As the other, without proxies. */
  public Authenticator(TokenBook book, boolean allowsUnnamedNetwork, LongSupplier nanoTime) {
    this(book, allowsUnnamedNetwork, TrustedProxies.NONE, nanoTime, (address, reason) -> {});
  }

  /**
   * Creates an authenticator.
   *
   * @param allowsUnnamedNetwork whether without tokens callers from other machines may do
   *     everything, too
   * @param proxies the proxies that say who calls
   * @param refused is told of each refused login
   */
  public Authenticator(
      TokenBook book,
      boolean allowsUnnamedNetwork,
      TrustedProxies proxies,
      LongSupplier nanoTime,
      BiConsumer<InetAddress, Login.Refused> refused) {
    this.book = book;
    this.allowsUnnamedNetwork = allowsUnnamedNetwork;
    this.proxies = proxies;
    this.refused = refused;
    this.nanoTime = nanoTime;
    this.throttle = new LoginThrottle(nanoTime);
    this.signIns = new LoginThrottle(nanoTime);
    this.requests = new TokenRates(token -> token.bounds().requestsPerSecond(), nanoTime);
    this.jobs = new TokenRates(token -> token.bounds().jobsPerSecond(), nanoTime);
    book.listen(requests::keep);
    book.listen(jobs::keep);
    book.listen(book.store().uses()::write);
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
    return told(address, secret == null ? unnamed(address) : withSecret(address, secret.hash()));
  }

  private Login told(InetAddress address, Login login) {
    if (login instanceof Login.Refused reason) {
      refused.accept(address, reason);
    }
    return login;
  }

  private Login withSecret(InetAddress address, String hash) {
    Optional<Token> token = book.table().find(hash);
    if (token.isEmpty()) {
      return wrong(address);
    }
    return mayCall(token.get())
        ? new Login.Admitted(caller(token.get(), address, hash), hash)
        : Login.Refused.TOO_MANY_REQUESTS;
  }

  private Login wrong(InetAddress address) {
    return proxies.contains(address) || throttle.mayFail(address)
        ? Login.Refused.INVALID
        : Login.Refused.TOO_MANY_FAILURES;
  }

  /** Logs in with the session of a person; one that is unknown counts as a wrong token. */
  public Login loginSession(InetAddress address, Secret secret) {
    return book.table()
        .session(secret.hash())
        .map(session -> admitted(session, address))
        .orElseGet(() -> told(address, wrong(address)));
  }

  /**
   * Looks for a session that another server may have begun just now; null if that is no use, or the
   * address has failed too often. Such looks under way count as failures, as they cost a read.
   */
  public @Nullable CompletionStage<?> lookFor(InetAddress address, Secret session) {
    if (!book.isUnknown(session)) {
      return null;
    }
    if (proxies.contains(address)) {
      return book.lookFor(session);
    }
    return throttle.mayFail(address)
        ? book.lookFor(session).whenComplete((done, error) -> throttle.forgive(address))
        : null;
  }

  /** Counts a sign-in, for which the server calls the issuer; false after too many. */
  public boolean maySignIn(InetAddress address) {
    return proxies.contains(address) || signIns.mayFail(address);
  }

  /** Logs in a caller for whom the server's settings name the token. */
  public Login loginAs(InetAddress address, String tokenName) {
    Optional<Token> token = book.table().named(tokenName);
    book.store().uses().note(tokenName, nanoTime.getAsLong());
    return token.isEmpty() ? Login.Refused.INVALID : admitted(token.get(), address);
  }

  /** Counts a request of a caller that stays logged in; false if it has made too many. */
  public boolean mayCall(Login.Admitted login) {
    return login.hash().isEmpty()
        || book.table().find(login.hash()).filter(this::mayCall).isPresent();
  }

  private boolean mayCall(Token token) {
    book.store().uses().note(token.name(), nanoTime.getAsLong());
    return requests.take(token, 1);
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
        token.name(),
        address.getHostAddress(),
        token.grants(),
        token.bounds().expiresAtMillis(),
        count -> maySchedule(hash, count));
  }

  /**
   * Slows failed logins: an address may fail 20 times at once, then once a second. Keeps the last
   * 10,000 addresses. Valid tokens are not asked about, so no caller is locked out by others behind
   * the same address. Thread safe.
   */
  public static final class LoginThrottle {
    private static final int AT_ONCE = 20;
    private static final int PER_SECOND = 1;
    private static final int KEPT = 10_000;

    private final LongSupplier nanoTime;
    private final Map<String, RateBucket> failures = new Recent();

    /** Measures with this clock. */
    public LoginThrottle(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
    }

    /** Counts a failed login; false if the address has failed too often. */
    synchronized boolean mayFail(InetAddress address) {
      long now = nanoTime.getAsLong();
      return failures
          .computeIfAbsent(
              Caller.networkOf(address), first -> new RateBucket(PER_SECOND, AT_ONCE, now))
          .take(now);
    }

    /** Takes one failure back. */
    synchronized void forgive(InetAddress address) {
      RateBucket bucket = failures.get(Caller.networkOf(address));
      if (bucket != null) {
        bucket.giveBack();
      }
    }

    /** Keeps the entries that were used last. */
    private static final class Recent extends LinkedHashMap<String, RateBucket> {
      private static final long serialVersionUID = 1L;

      Recent() {
        super(16, 0.75f, true);
      }

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, RateBucket> eldest) {
        return size() > KEPT;
      }
    }
  }

  /** Counts the requests, or the jobs, of each token with a limit, on this server. Thread safe. */
  static final class TokenRates {
    private final ToIntFunction<Token> limit;
    private final LongSupplier nanoTime;
    private final Map<String, Rate> rates = new ConcurrentHashMap<>();

    private record Rate(int perSecond, RateBucket bucket) {}

    /** Counts what the limit of a token is about; a limit of 0 means none. */
    TokenRates(ToIntFunction<Token> limit, LongSupplier nanoTime) {
      this.limit = limit;
      this.nanoTime = nanoTime;
    }

    /** Counts so many at once; false if the token has had too many in this second. */
    boolean take(Token token, int count) {
      int perSecond = limit.applyAsInt(token);
      if (perSecond == 0) {
        return true;
      }
      long now = nanoTime.getAsLong();
      return rates
          .compute(
              token.name(),
              (name, old) ->
                  old != null && old.perSecond == perSecond
                      ? old
                      : new Rate(perSecond, new RateBucket(perSecond, perSecond, now)))
          .bucket
          .take(count, now);
    }

    /** Forgets tokens that are gone. */
    void keep(TokenTable table) {
      rates.keySet().removeIf(name -> table.named(name).isEmpty());
    }
  }

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

  /** Allows a number of events a second, and as many at once after a second without any. */
  static final class RateBucket {
    private static final double NANOS = 1_000_000_000;

    private final double perSecond;
    private final double most;
    private double left;
    private long atNanos;

    RateBucket(double perSecond, double most, long nowNanos) {
      this.perSecond = perSecond;
      this.most = most;
      this.left = most;
      this.atNanos = nowNanos;
    }

    /** Whether an event is allowed now. */
    synchronized boolean hasOne(long nowNanos) {
      left = Math.min(most, left + (nowNanos - atNanos) / NANOS * perSecond);
      atNanos = nowNanos;
      return left >= 1;
    }

    /** Takes an event back that was counted. */
    synchronized void giveBack() {
      left = Math.min(most, left + 1);
    }

    /** Counts an event; false if none is allowed now. */
    boolean take(long nowNanos) {
      return take(1, nowNanos);
    }

    /**
     * Counts several events at once; false if none of them is allowed now. More than are allowed at
     * once need a full bucket, and further ones then wait for as long as these would have taken.
     */
    synchronized boolean take(int count, long nowNanos) {
      boolean isAllowed = hasOne(nowNanos) && left >= Math.min(count, most);
      if (isAllowed) {
        left -= count;
      }
      return isAllowed;
    }
  }

  /**
   * The proxies whose {@code X-Forwarded-For} the server believes. Limits for an address do not
   * apply to them, as many callers share it.
   *
   * @param ranges the addresses of the proxies
   */
  public record TrustedProxies(List<IpRange> ranges) {
    /** No proxy is trusted: a caller has the address that its connection comes from. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    public TrustedProxies {
      ranges = List.copyOf(ranges);
    }

    /** Whether an address belongs to a trusted proxy. */
    public boolean contains(InetAddress address) {
      return ranges.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * Finds the address of a caller. Each trusted proxy says from where the request came to it, so
     * the list is read from its end: the first address that is no trusted proxy is the caller. It
     * ends at what is no IP address.
     *
     * @param peer where the connection comes from
     * @param forwarded the values of {@code X-Forwarded-For} in their order
     */
    public InetAddress caller(InetAddress peer, List<String> forwarded) {
      if (forwarded.isEmpty() || !contains(peer)) {
        return peer;
      }
      String[] hops = String.join(",", forwarded).split(",", -1);
      InetAddress caller = peer;
      for (int i = hops.length - 1; i >= 0 && contains(caller); i--) {
        Optional<InetAddress> hop = address(hops[i]);
        if (hop.isEmpty()) {
          return caller;
        }
        caller = hop.get();
      }
      // Callers of this machine have rights of their own, which another machine cannot grant.
      return caller.isLoopbackAddress() && !peer.isLoopbackAddress() ? peer : caller;
    }

    private static Optional<InetAddress> address(String hop) {
      return hop.contains("/") ? Optional.empty() : IpRange.parse(hop).map(IpRange::start);
    }
  }
}
