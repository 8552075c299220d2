package io.duetime.server.access;

import io.duetime.engine.server.Document;
import io.duetime.internal.async.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the tokens of the store in memory. A look at the store reads the mark of the last change,
 * and the tokens only if it has changed. Thread safe.
 */
public final class TokenBook {
  /** The mark may be missing after a process died in the middle of a change. */
  private static final int LOOKS_BETWEEN_READS = 30;

  private final TokenStore store;
  private final TokenFile declared;
  private final List<Consumer<TokenTable>> listeners = new CopyOnWriteArrayList<>();
  private volatile TokenTable table;
  private List<Token> read = List.of();
  private long mark = -1;
  private int looks;

  /** Every call is refused before the first look. */
  public TokenBook(TokenStore store) {
    this(store, TokenFile.none());
  }

  /** As the other; a token of the file hides one of the store with the same name. */
  public TokenBook(TokenStore store, TokenFile declared) {
    this.store = store;
    this.declared = declared;
    this.table = new TokenTable(List.of(), true, 0);
  }

  /** The tokens as last read. */
  public TokenTable table() {
    return table;
  }

  /** The store of the tokens. */
  public TokenStore store() {
    return store;
  }

  /** Calls with each table that was read from now on. */
  public void listen(Consumer<TokenTable> listener) {
    listeners.add(listener);
  }

  /** Reads the file of declared tokens, then looks at the store. */
  CompletionStage<TokenTable> lookAtAll() {
    declared.look();
    return look();
  }

  /** Looks at the store; the stage completes when changes up to now apply. */
  public CompletionStage<TokenTable> look() {
    return store
        .mark()
        .thenCompose(now -> isKnown(now) ? Stages.done(true) : readAll(now))
        .thenCompose(known -> store.nowMillis())
        .thenApply(this::apply);
  }

  private synchronized boolean isKnown(long now) {
    looks++;
    boolean mayHaveFirst = now == Document.ABSENT && read.isEmpty();
    return now == mark && !mayHaveFirst && looks % LOOKS_BETWEEN_READS != 0;
  }

  private CompletionStage<Boolean> readAll(long now) {
    return store.all().thenApply(tokens -> keep(now, tokens));
  }

  /** Keeps what was read; a look that began earlier must not replace what a later one has read. */
  private synchronized boolean keep(long now, List<Token> tokens) {
    if (now >= mark) {
      mark = now;
      read = new ArrayList<>(tokens);
    }
    return true;
  }

  private List<Token> with(List<Token> ofFile) {
    Set<String> hidden = ofFile.stream().map(Token::name).collect(Collectors.toSet());
    return Stream.concat(
            read.stream().filter(token -> !hidden.contains(token.name())), ofFile.stream())
        .toList();
  }

  private TokenTable apply(long nowMillis) {
    List<Token> ofFile = declared.tokens();
    TokenTable next;
    synchronized (this) {
      List<Token> all = with(ofFile);
      next = new TokenTable(all, mark > 0 || !all.isEmpty() || declared.isGiven(), nowMillis);
      table = next;
    }
    listeners.forEach(listener -> listener.accept(next));
    return next;
  }
}
