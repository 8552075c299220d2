package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.access.TokenBook;
import io.duetime.server.access.TokenStore;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Makes, lists, changes, rotates and revokes tokens; lists and ends sessions of people. A change
 * applies here before its answer.
 */
final class TokenRoutes {
  private static final String ALL = "/v1/tokens";
  private static final String ONE = ALL + "/{name}";
  private static final List<String> CHANGEABLE =
      List.of("grants", "expiresAt", "expiresAfter", "requestsPerSecond", "jobsPerSecond");

  private static final Duration MAX_OVERLAP = Duration.ofDays(30);

  private final Engine engine;
  private final TokenBook book;
  private final TokenStore tokens;

  TokenRoutes(Engine engine, TokenBook book) {
    this.engine = engine;
    this.book = book;
    this.tokens = book.store();
  }

  List<Route> routes() {
    Rule read = Rule.store(Role.ADMIN);
    Rule change = read.audited();
    return List.of(
        Route.get(ALL, read, this::list),
        Route.post(ALL, change, BodyRule.SMALL_JSON, this::create),
        Route.get(ONE, read, this::find),
        Route.patch(ONE, change, this::change),
        Route.delete(ONE, change, this::revoke),
        Route.post(ONE + "/rotate", change, BodyRule.SMALL_JSON, this::rotate),
        Route.get("/v1/sessions", read, this::sessions),
        Route.delete("/v1/sessions/{session}", change, this::end));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    return tokens
        .all()
        .thenCombine(
            tokens.uses().all(),
            (all, uses) ->
                all.stream().map(token -> TokenForm.shown(token, uses.get(token.name()))).toList())
        .thenApply(all -> HttpAnswer.ok(JsonShape.object("tokens", JsonShape.array(all))));
  }

  private CompletionStage<HttpAnswer> find(Call call) {
    String name = name(call);
    return tokens
        .all()
        .thenCombine(
            tokens.uses().all(),
            (all, uses) ->
                all.stream()
                    .filter(token -> token.name().equals(name))
                    .findFirst()
                    .map(token -> HttpAnswer.ok(TokenForm.shown(token, uses.get(name))))
                    .orElseThrow(TokenRoutes::unknown));
  }

  private CompletionStage<HttpAnswer> create(Call call) {
    Fields fields = call.json(Stream.concat(Stream.of("name"), CHANGEABLE.stream()).toList());
    String name = Token.name(Objects.requireNonNullElse(fields.text("name"), ""));
    List<Grant> grants = TokenForm.grants(fields);
    return applied(
        bounds(fields, Token.Bounds.NONE)
            .thenCompose(bounds -> tokens.create(name, grants, bounds))
            .thenApply(issued ->
                issued
                    .map(made -> HttpAnswer.of(201, TokenForm.issued(made)))
                    .orElseThrow(() -> taken(name))));
  }

  private static Refusal taken(String name) {
    return new Refusal(Problem.of(409, "EXISTS", "There is a token with the name " + name));
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    String name = name(call);
    Fields fields = call.json(CHANGEABLE);
    return applied(
        tokens
            .change(name, (token, now) -> changed(token, fields, now))
            .thenApply(
                token -> HttpAnswer.ok(TokenForm.shown(token.orElseThrow(TokenRoutes::unknown)))));
  }

  private static Token changed(Token token, Fields fields, long now) {
    List<Grant> grants = fields.has("grants") ? TokenForm.grants(fields) : token.grants();
    return token.with(grants, bounds(fields, token.bounds(), now), now);
  }

  private CompletionStage<Token.Bounds> bounds(Fields fields, Token.Bounds otherwise) {
    return engine.nowMillis().thenApply(now -> bounds(fields, otherwise, now));
  }

  private static Token.Bounds bounds(Fields fields, Token.Bounds otherwise, long now) {
    Instant at = fields.instant("expiresAt");
    Duration after = fields.duration("expiresAfter");
    if (at != null && after != null) {
      throw new InvalidRequestException("expiresAfter", after, "only without expiresAt");
    }
    long expires = otherwise.expiresAtMillis();
    if (fields.has("expiresAt") || fields.has("expiresAfter")) {
      expires = Long.MAX_VALUE;
    }
    if (at != null) {
      expires = TimeText.millis("expiresAt", at);
      if (expires <= now) {
        throw new InvalidRequestException("expiresAt", at, "a moment after now");
      }
    } else if (after != null) {
      expires = Token.expiry(now, after);
    }
    return new Token.Bounds(
        expires,
        TokenForm.rate(fields, "requestsPerSecond", otherwise.requestsPerSecond()),
        TokenForm.rate(fields, "jobsPerSecond", otherwise.jobsPerSecond()));
  }

  private CompletionStage<HttpAnswer> rotate(Call call) {
    Duration overlap =
        Objects.requireNonNullElse(
            call.json(List.of("overlap")).duration("overlap"), Duration.ZERO);
    Limits.within("overlap", overlap, Duration.ZERO, MAX_OVERLAP, "0s to 30d");
    return applied(
        tokens
            .rotate(name(call), overlap)
            .thenApply(issued ->
                HttpAnswer.ok(TokenForm.issued(issued.orElseThrow(TokenRoutes::unknown)))));
  }

  private CompletionStage<HttpAnswer> revoke(Call call) {
    return applied(
        tokens
            .revoke(name(call))
            .thenCompose(
                revoked -> tokens.uses().forget(name(call)).handle((done, failure) -> revoked))
            .thenApply(revoked ->
                HttpAnswer.ok(JsonShape.object("revoked", out -> out.writeBoolean(revoked)))));
  }

  private CompletionStage<HttpAnswer> sessions(Call call) {
    return book.sessions()
        .open()
        .thenApply(open ->
            HttpAnswer.ok(
                JsonShape.object(
                    "sessions", JsonShape.array(open.stream().map(TokenForm::session).toList()))));
  }

  private CompletionStage<HttpAnswer> end(Call call) {
    return applied(
        book.sessions()
            .end(call.value("session"))
            .thenApply(
                ended -> HttpAnswer.ok(JsonShape.object("ended", out -> out.writeBoolean(ended)))));
  }

  /** Answers after the change applies on this server; on others it applies within seconds. */
  private CompletionStage<HttpAnswer> applied(CompletionStage<HttpAnswer> answer) {
    return answer.thenCompose(changed -> Stages.call(book::look).handle((table, error) -> changed));
  }

  private static String name(Call call) {
    return Token.name(call.value("name"));
  }

  private static Refusal unknown() {
    return Refusal.notFound("There is no token with this name");
  }
}
