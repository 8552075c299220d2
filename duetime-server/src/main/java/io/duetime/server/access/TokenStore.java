package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Stores tokens, or the sessions of people, as documents of the store, one each. Every change also
 * changes a mark, so that servers notice it by reading one document. A change that was not answered
 * may lack its mark; it is noticed later, or when it is repeated. Thread safe.
 */
public final class TokenStore {
  private static final String TOKENS = "tokens";
  private static final String SESSIONS = "sessions";
  private static final String MARKS = "marks";

  private final Engine engine;
  private final String collection;
  private final StoredDocuments<Token> tokens;
  private final SecureRandom random;
  private final TokenUses uses;

  /** Stores tokens in this engine. */
  public TokenStore(Engine engine, SecureRandom random) {
    this(engine, TOKENS, Token::name, TokenForm::stored, random);
  }

  private TokenStore(
      Engine engine,
      String collection,
      Function<Token, String> namer,
      Function<Token, byte[]> writer,
      SecureRandom random) {
    this.engine = engine;
    this.collection = collection;
    this.tokens =
        new StoredDocuments<>(
            engine,
            collection,
            namer,
            document -> TokenForm.read(document.name(), document.content()),
            writer);
    this.random = random;
    this.uses = new TokenUses(this, engine);
  }

  /** The sessions in the same store, which are found by the hash of their secret. */
  public TokenStore sessions() {
    return new TokenStore(engine, SESSIONS, Token::hash, TokenForm::storedSession, random);
  }

  /** When the tokens were last used. */
  public TokenUses uses() {
    return uses;
  }

  /** A token with its secret, which is known only to the caller from now on. */
  public record Issued(Token token, Secret secret) {}

  /** The version of the mark; {@link Document#ABSENT} if there never was a token. */
  CompletionStage<Long> mark() {
    return engine
        .document(MARKS, collection)
        .thenApply(mark -> mark.map(Document::version).orElse(Document.ABSENT));
  }

  CompletionStage<Long> nowMillis() {
    return engine.nowMillis();
  }

  /** Every token, in order of name. */
  public CompletionStage<List<Token>> all() {
    return tokens.all().thenApply(all -> all.stream().map(Stored::value).toList());
  }

  /**
   * Makes a token. The first one must be an admin of every queue, as it is needed to make others.
   *
   * @return empty if the name is taken
   */
  public CompletionStage<Optional<Issued>> create(
      String name, List<Grant> grants, Token.Bounds bounds) {
    Token.name(name);
    Token.grants(grants);
    return engine
        .documents(TOKENS, null, 1)
        .thenAccept(some -> requireAdmin(some.isEmpty(), grants))
        .thenCompose(checked -> engine.nowMillis())
        .thenCompose(now -> {
          Secret secret = Secret.random(random);
          Token token =
              new Token(name, secret.hash(), null, grants, bounds, new Token.Dates(now, now));
          return put(token, Document.ABSENT)
              .thenApply(
                  stored -> stored ? Optional.of(new Issued(token, secret)) : Optional.empty());
        });
  }

  CompletionStage<Optional<Token>> find(String name) {
    return tokens.find(name).thenApply(found -> found.map(Stored::value));
  }

  /** Begins a session of a person, and removes those that have ended. */
  public CompletionStage<Issued> begin(String person, List<Grant> grants, Duration length) {
    Secret secret = Secret.random(random);
    return engine
        .nowMillis()
        .thenCompose(now -> {
          Token session =
              new Token(
                  person,
                  secret.hash(),
                  null,
                  grants,
                  new Token.Bounds(now + length.toMillis(), 0, 0),
                  new Token.Dates(now, now));
          return removeExpired(now)
              .thenCompose(removed -> put(session, Document.ABSENT))
              .thenApply(stored -> new Issued(session, secret));
        });
  }

  private CompletionStage<?> removeExpired(long now) {
    return all()
        .thenCompose(all ->
            Stages.inTurn(
                all.stream().filter(token -> token.hasExpired(now)).map(Token::hash).toList(),
                this::revoke));
  }

  /** The sessions that have not ended, the newest first. */
  public CompletionStage<List<Token>> open() {
    return engine
        .nowMillis()
        .thenCombine(
            all(),
            (now, all) ->
                all.stream()
                    .filter(session -> !session.hasExpired(now))
                    .sorted(
                        Comparator.comparingLong(
                                (Token session) -> -session.dates().createdAtMillis())
                            .thenComparing(Token::name))
                    .toList());
  }

  /** Ends the session with an {@link Token#sessionId id}; false if there is none. */
  public CompletionStage<Boolean> end(String id) {
    return all()
        .thenCompose(all ->
            Stages.inTurn(
                all.stream().filter(one -> one.sessionId().equals(id)).map(Token::hash).toList(),
                this::revoke))
        .thenApply(ended -> ended.contains(true));
  }

  private static void requireAdmin(boolean isFirst, List<Grant> grants) {
    if (isFirst && grants.stream().noneMatch(grant -> grant.allowsEverywhere(Role.ADMIN))) {
      throw new InvalidRequestException(
          "grants", grants, "admin on every queue for the first token, which makes the others");
    }
  }

  /**
   * Gives a token a new secret.
   *
   * @param overlap how long the old secret stays valid; zero for not at all
   * @return empty if there is no such token
   */
  public CompletionStage<Optional<Issued>> rotate(String name, Duration overlap) {
    Secret secret = Secret.random(random);
    return change(name, (token, now) -> token.rotated(secret.hash(), now + overlap.toMillis(), now))
        .thenApply(changed -> changed.map(token -> new Issued(token, secret)));
  }

  /**
   * Changes a token, given with the store's now; empty if there is no such token. The change may be
   * computed again if another process changes the token meanwhile.
   */
  public CompletionStage<Optional<Token>> change(
      String name, BiFunction<Token, Long, Token> change) {
    return engine
        .nowMillis()
        .thenCompose(now -> tokens.change(name, token -> change.apply(token, now)))
        .thenCompose(changed ->
            changed.isPresent() ? touchMark().thenApply(marked -> changed) : Stages.done(changed));
  }

  /** Stores a token and marks the change; false if it has another version. */
  private CompletionStage<Boolean> put(Token token, long version) {
    return tokens
        .put(token, version)
        .thenCompose(stored ->
            stored.isPresent() ? touchMark().thenApply(marked -> true) : Stages.done(false));
  }

  /** Revokes a token, also an unreadable one; false if there is none. Repeating it is safe. */
  public CompletionStage<Boolean> revoke(String name) {
    return revoke(name, Document.ABSENT);
  }

  // An unreadable token counts as absent, and is removed in this version.
  private CompletionStage<Boolean> revoke(String name, long version) {
    return tokens
        .delete(name, version)
        .thenCompose(result ->
            result.outcome() == DocumentResult.Outcome.DONE
                ? revoked(version != Document.ABSENT)
                : revoke(name, result.version()));
  }

  private CompletionStage<Boolean> revoked(boolean wasThere) {
    return (wasThere ? touchMark() : renewMark()).thenApply(marked -> wasThere);
  }

  /** Changes the mark if there is one; with the first, every call needs a token. */
  private CompletionStage<Boolean> renewMark() {
    return mark()
        .thenCompose(version -> version == Document.ABSENT ? Stages.done(false) : touchMark());
  }

  /** Changes the mark; another process that changes it at the same time does the same. */
  private CompletionStage<Boolean> touchMark() {
    return mark()
        .thenCompose(version -> engine.putDocument(MARKS, collection, version, new byte[0]))
        .thenApply(result -> result.outcome() == DocumentResult.Outcome.DONE);
  }
}
