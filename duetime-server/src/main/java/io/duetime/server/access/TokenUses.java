package io.duetime.server.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.duetime.async.Stages;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps when the tokens of a store were last used, in documents of their own, as servers before
 * this one refuse what they do not know in that of a token. Each server writes a use at most every
 * 15 minutes, in the background; one that cannot be written is lost. Thread safe.
 */
public final class TokenUses {
  private static final Logger LOG = LoggerFactory.getLogger(TokenUses.class);

  /** The documents: the moment in epoch milliseconds as text, by the name of the token. */
  private static final String COLLECTION = "tokenuses";

  private static final Duration PACE = Duration.ofMinutes(15);

  private final TokenStore tokens;
  private final StoredDocuments<Use> stored;

  /** Tokens that were used and are to be written, and those that were written, by a clock in ns. */
  private final Map<String, Long> noted = new ConcurrentHashMap<>();

  private final Map<String, Long> written = new ConcurrentHashMap<>();

  private record Use(String token, long atMillis) {}

  TokenUses(TokenStore tokens, Documents documents) {
    this.tokens = tokens;
    this.stored =
        new StoredDocuments<>(
            documents,
            COLLECTION,
            Use::token,
            document ->
                new Use(document.name(), Long.parseLong(new String(document.content(), US_ASCII))),
            use -> Long.toString(use.atMillis).getBytes(US_ASCII));
  }

  /** Notes that a token is used, without a call of the store. */
  void note(String token, long nowNanos) {
    Long last = written.get(token);
    if (last == null || nowNanos - last >= PACE.toNanos()) {
      noted.put(token, nowNanos);
    }
  }

  /** Writes what was noted since; forgets tokens that are gone. */
  void write(TokenBook.TokenTable table) {
    written.keySet().removeIf(name -> table.named(name).isEmpty());
    for (String token : List.copyOf(noted.keySet())) {
      Long at = noted.remove(token);
      if (at != null) {
        written.put(token, at);
        Stages.onCompletion(
            Stages.call(() -> write(token)),
            (done, failure) -> {
              if (failure != null) {
                written.remove(token);
                LOG.debug("The use of the token {} is not written", token, failure);
              }
            });
      }
    }
  }

  private CompletionStage<?> write(String token) {
    return tokens
        .find(token)
        .thenCompose(found ->
            found.isEmpty()
                ? Stages.done(Optional.<Stored<Use>>empty())
                : tokens
                    .nowMillis()
                    .thenCompose(now ->
                        stored.find(token).thenCompose(old -> write(new Use(token, now), old))));
  }

  /** Another server may have written one just now. */
  private CompletionStage<Optional<Stored<Use>>> write(Use use, Optional<Stored<Use>> old) {
    boolean isKnown =
        old.filter(one -> use.atMillis - one.value().atMillis < PACE.toMillis()).isPresent();
    return isKnown
        ? Stages.done(old)
        : stored.put(use, old.map(Stored::version).orElse(Document.ABSENT));
  }

  /** When the tokens were last used, in epoch milliseconds by their names. */
  public CompletionStage<Map<String, Long>> all() {
    return stored
        .all()
        .thenApply(all ->
            all.stream().map(Stored::value).collect(Collectors.toMap(Use::token, Use::atMillis)));
  }

  /** Forgets a token that was revoked. */
  public CompletionStage<Boolean> forget(String token) {
    return stored
        .find(token)
        .thenCompose(old ->
            old.isEmpty()
                ? Stages.done(false)
                : stored.delete(token, old.get().version()).thenApply(deleted -> true));
  }
}
