package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.document.DeclaredFile;
import io.duetime.wire.Fields;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Holds the tokens of the store and of a file in memory, and the sessions of people where these
 * sign in. Looks for changes every two seconds: a look at the store reads the mark of the last
 * change, and the tokens only if it has changed. Thread safe.
 */
public final class TokenBook implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TokenBook.class);

  /** A change applies on every server within 5 s: this, and the time of a read. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** The mark may be missing after a process died in the middle of a change. */
  private static final int LOOKS_BETWEEN_READS = 30;

  private static final int MOST_MISSING = 10_000;

  private final TokenStore store;
  private final DeclaredFile<List<Token>> declared;
  private final @Nullable OpenId openId;
  private final Watched tokens;
  private final Watched sessions;
  private final List<Consumer<TokenTable>> listeners = new CopyOnWriteArrayList<>();

  /** Hashes of which the store has no session, until the next look. */
  private final Set<String> missing = ConcurrentHashMap.newKeySet();

  private volatile TokenTable table;
  private TimeSource.@Nullable Timer timer;
  private boolean closed;
  private boolean failing;

  /** Every call is refused before the first look. */
  public TokenBook(TokenStore store) {
    this(store, DeclaredFile.none(List.of()), null);
  }

  /**
   * As the other; a token of the file hides one of the store with the same name.
   *
   * @param openId how people sign in; null if they do not
   */
  public TokenBook(TokenStore store, DeclaredFile<List<Token>> declared, @Nullable OpenId openId) {
    this.store = store;
    this.declared = declared;
    this.openId = openId;
    this.tokens = new Watched(store);
    this.sessions = new Watched(store.sessions());
    this.table = new TokenTable(List.of(), List.of(), true, 0);
  }

  /** How people sign in; empty if they do not. */
  public Optional<OpenId> openId() {
    return Optional.ofNullable(openId);
  }

  /** The sessions of people. */
  public TokenStore sessions() {
    return sessions.store;
  }

  /** The tokens as last read. */
  public TokenTable table() {
    return table;
  }

  public TokenStore store() {
    return store;
  }

  /** Calls with each table that was read from now on. */
  public void listen(Consumer<TokenTable> listener) {
    listeners.add(listener);
  }

  /** Reads the tokens, which may take as long as a call of the store, and then watches them. */
  public void watch(TimeSource time) {
    try {
      lookAtAll().toCompletableFuture().join();
    } catch (RuntimeException failure) {
      throw Stages.cause(failure) instanceof RuntimeException known ? known : failure;
    }
    schedule(time);
  }

  private synchronized void schedule(TimeSource time) {
    if (!closed) {
      timer = time.after(PAUSE, () -> lookAndThen(() -> schedule(time)));
    }
  }

  /** Looks once more, without waiting for the next time. */
  public void lookNow() {
    lookAndThen(() -> {});
  }

  private void lookAndThen(Runnable next) {
    Stages.onCompletion(
        Stages.call(this::lookAtAll),
        (done, error) -> {
          report(error);
          next.run();
        });
  }

  private synchronized void report(@Nullable Throwable error) {
    if (error != null && !failing && !closed) {
      LOG.warn("Cannot read the tokens; those read last stay valid", Stages.cause(error));
    }
    failing = error != null;
  }

  CompletionStage<TokenTable> lookAtAll() {
    declared.look();
    openId().ifPresent(known -> known.groups().look());
    return look();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Looks at the store; the stage completes when changes up to now apply. */
  public CompletionStage<TokenTable> look() {
    missing.clear();
    return tokens
        .look()
        .thenCompose(read -> openId == null ? Stages.done(true) : sessions.look())
        .thenCompose(known -> store.nowMillis())
        .thenApply(this::apply);
  }

  /** Whether a session has to be looked for: another server may have begun it just now. */
  public boolean isUnknown(Secret session) {
    String hash = session.hash();
    return openId != null && table.session(hash).isEmpty() && !missing.contains(hash);
  }

  /** Looks for one session; again if sessions have changed meanwhile, as it may have ended. */
  public CompletionStage<TokenTable> lookFor(Secret session) {
    long mark = sessions.mark();
    return sessions
        .store
        .find(session.hash())
        .thenCombine(
            store.nowMillis(),
            (found, now) -> {
              Optional<Token> valid = found.filter(token -> !token.hasExpired(now));
              if (valid.isEmpty()) {
                if (missing.size() < MOST_MISSING) {
                  missing.add(session.hash());
                }
                return Stages.done(table);
              }
              return sessions.add(valid.get(), mark) ? Stages.done(apply(now)) : lookFor(session);
            })
        .thenCompose(next -> next);
  }

  /** The tokens of a store as last read, and the mark that they had. */
  private static final class Watched {
    private final TokenStore store;
    private List<Token> read = List.of();
    private long mark = -1;
    private int looks;

    Watched(TokenStore store) {
      this.store = store;
    }

    CompletionStage<Boolean> look() {
      return store.mark().thenCompose(now -> isKnown(now) ? Stages.done(true) : readAll(now));
    }

    private synchronized boolean isKnown(long now) {
      looks++;
      boolean mayHaveFirst = now == Document.ABSENT && read.isEmpty();
      return now == mark && !mayHaveFirst && looks % LOOKS_BETWEEN_READS != 0;
    }

    private CompletionStage<Boolean> readAll(long now) {
      return store.all().thenApply(tokens -> keep(now, tokens));
    }

    /** A look that began earlier must not replace what a later one has read. */
    private synchronized boolean keep(long now, List<Token> tokens) {
      if (now >= mark) {
        mark = now;
        read = List.copyOf(tokens);
      }
      return true;
    }

    /** Adds what was read when the mark was this one; false if it is another by now. */
    synchronized boolean add(Token token, long readAt) {
      if (mark == readAt) {
        read = Stream.concat(read.stream(), Stream.of(token)).distinct().toList();
      }
      return mark == readAt;
    }

    synchronized long mark() {
      return mark;
    }

    synchronized List<Token> read() {
      return read;
    }
  }

  private List<Token> with(List<Token> ofFile) {
    Set<String> hidden = ofFile.stream().map(Token::name).collect(Collectors.toSet());
    return Stream.concat(
            tokens.read().stream().filter(token -> !hidden.contains(token.name())), ofFile.stream())
        .toList();
  }

  private TokenTable apply(long nowMillis) {
    List<Token> ofFile = declared.value();
    TokenTable next;
    synchronized (this) {
      List<Token> all = with(ofFile);
      boolean required =
          tokens.mark() > 0 || !all.isEmpty() || declared.isGiven() || openId != null;
      next = new TokenTable(all, sessions.read(), required, nowMillis);
      table = next;
    }
    listeners.forEach(listener -> listener.accept(next));
    return next;
  }

  /** The tokens as a server last read them. Immutable. */
  public static final class TokenTable {
    private final Map<String, Token> byHash = new HashMap<>();
    private final Map<String, Token> byName = new HashMap<>();
    private final Map<String, Token> sessions = new HashMap<>();
    private final boolean required;
    private final long nowMillis;

    TokenTable(List<Token> tokens, List<Token> sessions, boolean required, long nowMillis) {
      this.required = required;
      this.nowMillis = nowMillis;
      tokens.stream().filter(token -> !token.hasExpired(nowMillis)).forEach(this::add);
      sessions.stream()
          .filter(session -> !session.hasExpired(nowMillis))
          .forEach(session -> this.sessions.put(session.hash(), session));
    }

    private void add(Token token) {
      byName.put(token.name(), token);
      byHash.put(token.hash(), token);
      Token.Former former = token.former();
      if (former != null && former.untilMillis() > nowMillis) {
        byHash.put(former.hash(), token);
      }
    }

    /**
     * Whether calls need a token or a session: from the first token on, also after all were
     * revoked, and where people sign in.
     */
    public boolean isRequired() {
      return required;
    }

    /**
     * Finds the token that has a secret with this hash. How much of a hash a wrong secret shares
     * with a right one tells nothing about the right one; they are compared in constant time all
     * the same.
     */
    Optional<Token> find(String hash) {
      return Optional.ofNullable(byHash.get(hash)).filter(token -> isOf(token, hash));
    }

    /** As {@link #find}, among the sessions of people. */
    Optional<Token> session(String hash) {
      return Optional.ofNullable(sessions.get(hash)).filter(session -> isOf(session, hash));
    }

    /** Whether a login is still valid, and its caller may do what it might then. */
    public boolean admits(Login.Admitted login) {
      return login.hash().isEmpty()
          ? !required
          : find(login.hash())
              .or(() -> session(login.hash()))
              .filter(token -> token.grants().equals(login.caller().grants()))
              .isPresent();
    }

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

  /** Tokens that a YAML file declares, in addition to those of the store. */
  public static final class TokenFile {
    private static final String SETTING = "tokens-file";
    private static final int MOST = 1_000;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final List<String> NAMES =
        List.of("name", "hash", "grants", "expiresAt", "requestsPerSecond", "jobsPerSecond");

    private TokenFile() {}

    /**
     * Reads a file.
     *
     * @throws InvalidRequestException if it cannot be read, or declares no valid tokens
     */
    public static DeclaredFile<List<Token>> of(Path file) {
      return new DeclaredFile<>(
          new DeclaredFile.Source<>(
              SETTING, "declared tokens", file, root -> parse(file, root), List::size));
    }

    private static List<Token> parse(Path from, JsonNode root) {
      // An editor may empty a file before it writes the new text.
      if (root.path("tokens").isMissingNode() || root.path("tokens").isNull()) {
        throw new InvalidRequestException(SETTING, from, "a list named tokens, or tokens: []");
      }
      List<Token> parsed = new ArrayList<>();
      Set<String> names = new HashSet<>();
      for (Fields token :
          Fields.ofJson(DeclaredFile.members(root), List.of("tokens")).objects("tokens", NAMES)) {
        Token next = token(token);
        if (!names.add(next.name())) {
          throw new InvalidRequestException("name", next.name(), "each name once");
        }
        parsed.add(next);
      }
      if (parsed.size() > MOST) {
        throw new InvalidRequestException("tokens", parsed.size() + " tokens", "at most " + MOST);
      }
      return List.copyOf(parsed);
    }

    private static Token token(Fields fields) {
      String hash = fields.text("hash");
      if (hash == null || !HASH.matcher(hash).matches()) {
        throw new InvalidRequestException("hash", hash, "64 hexadecimal digits in lower case");
      }
      return new Token(
          Token.name(Objects.requireNonNullElse(fields.text("name"), "")),
          hash,
          null,
          fields.texts("grants").stream().map(Grant::parse).toList(),
          TokenForm.bounds(fields),
          new Token.Dates(0, 0));
    }
  }
}
