package io.duetime.server.http;

import io.duetime.DuetimeException;
import io.duetime.server.access.Caller;
import io.duetime.server.http.access.AuditTrail;
import io.duetime.server.http.access.HttpGate;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.GzipAnswer;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.RequestId;
import io.duetime.server.http.call.RouteTable;
import io.duetime.server.http.call.UriText;
import io.duetime.server.http.intake.LineIntake;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.server.json.Fields;
import io.duetime.server.json.Problem;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatches a request to its route, and sends the answer or the problem. */
final class Dispatcher implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final long DRAIN_MILLIS = 2_000;

  private final Vertx vertx;
  private final RouteTable routes;
  private final HttpLimits limits;
  private final ByteRoom bodies;
  private final ByteRoom answers;
  private final LineIntake lines;
  private final HttpGate gate;
  private final AuditTrail audit;
  private final ConnectionGuard guard;

  Dispatcher(
      Vertx vertx,
      HttpApi api,
      HttpLimits limits,
      ConnectionGuard guard,
      HttpGate gate,
      AuditTrail audit) {
    this.vertx = vertx;
    this.routes = api.routes();
    this.limits = limits;
    this.bodies = new ByteRoom("The bodies under way", limits.bodies());
    this.answers = new ByteRoom("The answers under way", limits.answers());
    this.lines = api.lines();
    this.gate = gate;
    this.audit = audit;
    this.guard = guard;
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.response().putHeader(RequestId.HEADER, RequestId.of(request));
    SecurityHeaders.add(request);
    try {
      guard.check(request);
      HostHeader.check(request);
      BrowserGuard.check(request, gate.isOnlyForLoopback());
      Optional<HttpAnswer> page = ConsolePages.answer(request);
      if (page.isPresent()) {
        send(request, page.get(), null);
        return;
      }
      Caller caller = gate.admit(request);
      if (!caller.grants().isEmpty()) {
        guard.known(request, caller.isNamed() ? caller.name() : "");
      }
      RouteTable.Match match =
          routes.find(request.method(), Objects.requireNonNullElse(request.path(), ""));
      gate.check(caller, match);
      Fields query = Fields.ofText(UriText.query(request.query()), match.route().query());
      if (match.route().body().isLines(request.getHeader("Content-Type"))) {
        askForBody(request);
        lines
            .accept(
                new Call(request, match.path(), query, new byte[0], caller),
                bodies.open(caller.holder()))
            .exceptionally(error -> {
              back(request, null, null, error);
              return null;
            });
      } else {
        withBody(request, match, query, caller);
      }
    } catch (RuntimeException | Error error) {
      fail(request, error);
    }
  }

  private void withBody(
      HttpServerRequest request, RouteTable.Match match, Fields query, Caller caller) {
    BodyRule rule = match.route().body();
    BodyCollector collector =
        new BodyCollector(
            request,
            bodies.open(caller.holder()),
            limits.maxBody(rule),
            limits.bodyPause().toMillis());
    CompletableFuture<byte[]> whole = collector.collect();
    if (!whole.isDone()) {
      askForBody(request);
    }
    var unused =
        whole
            .thenCompose(body -> {
              rule.check(request.getHeader("Content-Type"), body.length == 0);
              if (rule == BodyRule.NONE) {
                // The stages of streams never complete.
                collector.release();
              }
              return audit.answer(
                  match.route(), new Call(request, match.path(), query, body, caller));
            })
            .whenComplete((answer, error) -> {
              collector.release();
              back(request, room(caller), answer, error);
            });
  }

  /**
   * Tells a caller that waits with its body to send it: the call is admitted, and not too large.
   */
  private static void askForBody(HttpServerRequest request) {
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
  }

  /** Engines complete calls on their own threads; a response belongs to its event loop. */
  private void back(
      HttpServerRequest request,
      ByteRoom.@Nullable Part room,
      @Nullable HttpAnswer answer,
      @Nullable Throwable error) {
    Refusal full = answer == null || room == null ? null : refusal(room, answer);
    Context context = ((io.vertx.core.internal.http.HttpServerRequestInternal) request).context();
    context.runOnContext(now -> {
      if (full != null) {
        fail(request, full);
      } else if (answer != null) {
        send(request, answer, room);
      } else if (!request.response().closed()) {
        fail(request, error);
      }
    });
  }

  /**
   * Health is answered whatever room there is; it needs no token, so its callers have no grants.
   */
  private ByteRoom.@Nullable Part room(Caller caller) {
    return caller.grants().isEmpty() ? null : answers.open(caller.holder());
  }

  /** Takes room for payloads; the refusal of an answer that finds none, which is undone. */
  private static @Nullable Refusal refusal(ByteRoom.Part room, HttpAnswer answer) {
    try {
      if (answer.payloadBytes() > 0) {
        room.take(answer.payloadBytes());
      }
      return null;
    } catch (Refusal full) {
      answer.ifUndelivered().run();
      return full;
    }
  }

  private void fail(HttpServerRequest request, @Nullable Throwable error) {
    // Set before anything can fail.
    String id = Objects.requireNonNull(request.response().headers().get(RequestId.HEADER));
    HttpAnswer answer = HttpAnswer.problem(problem(request, error).with("requestId", id));
    if (answer.status() == 405) {
      answer =
          answer.with(
              "Allow", ((Refusal) unwrapped(error)).problem().more().getOrDefault("allowed", ""));
    }
    if (request.isEnded() || !hasBody(request)) {
      send(request, answer, null);
    } else {
      sendEarly(request, answer);
    }
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }

  /** Answers while the body is still arriving, and closes the connection after a delay. */
  private void sendEarly(HttpServerRequest request, HttpAnswer answer) {
    request.response().putHeader("Connection", "close");
    request.handler(ignored -> {});
    request.resume();
    send(request, answer, null);
    vertx.setTimer(DRAIN_MILLIS, late -> request.connection().close());
  }

  /**
   * Sends an answer.
   *
   * @param room for its bytes until the caller has read them; null for one that is not counted
   */
  private void send(HttpServerRequest request, HttpAnswer answer, ByteRoom.@Nullable Part room) {
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      undelivered(answer.ifUndelivered(), room);
      return;
    }
    Buffer body;
    try {
      body = body(request, answer, room);
    } catch (RuntimeException unwritable) {
      undelivered(answer.ifUndelivered(), room);
      fail(request, unwritable);
      return;
    }
    response.setStatusCode(answer.status()).putHeader("Content-Type", answer.contentType());
    response.putHeader("Cache-Control", "no-store");
    if (gate.isLeaving(request)) {
      response.putHeader("Connection", "close");
    }
    answer.headers().forEach(response::putHeader);
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader("Content-Length", String.valueOf(body.length()));
      response.end();
      release(room);
      return;
    }
    // Not the answer, which has the payloads that are in the body.
    Runnable ifUndelivered = answer.ifUndelivered();
    response
        .end(body)
        .onSuccess(sent -> release(room))
        .onFailure(gone -> undelivered(ifUndelivered, room));
  }

  /** The bytes of a body, in gzip where that is wanted; refused where there is no room for them. */
  private static Buffer body(
      HttpServerRequest request, HttpAnswer answer, ByteRoom.@Nullable Part room) {
    Buffer plain = answer.body().get();
    boolean isGzip = GzipAnswer.isWorthIt(plain.length(), request.getHeader("Accept-Encoding"));
    Buffer body = isGzip ? GzipAnswer.compressed(plain) : plain;
    if (room != null && answer.payloadBytes() == 0 && request.method().equals(HttpMethod.GET)) {
      room.take(body.length());
    } else if (room != null) {
      // Either the payloads are in the body now, or the call has changed something.
      room.set(body.length());
    }
    if (isGzip) {
      request.response().putHeader("Content-Encoding", "gzip").putHeader("Vary", "Accept-Encoding");
    }
    return body;
  }

  private static void undelivered(Runnable duty, ByteRoom.@Nullable Part room) {
    release(room);
    duty.run();
  }

  private static void release(ByteRoom.@Nullable Part room) {
    if (room != null) {
      room.release();
    }
  }

  private static Problem problem(HttpServerRequest request, @Nullable Throwable error) {
    Throwable cause = unwrapped(error);
    if (cause instanceof Refusal refusal) {
      return refusal.problem();
    }
    if (cause instanceof DuetimeException known) {
      return Problem.of(known);
    }
    LOG.error(
        "{} {} failed; answered INTERNAL; request {}",
        request.method(),
        request.path(),
        request.response().headers().get(RequestId.HEADER),
        cause);
    return Problem.of(500, "INTERNAL", "Internal error in the server; see its log");
  }

  private static Throwable unwrapped(@Nullable Throwable error) {
    if (error instanceof CompletionException && error.getCause() != null) {
      return error.getCause();
    }
    return error == null ? new IllegalStateException("no answer") : error;
  }
}
