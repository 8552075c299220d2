package io.duetime.server.http;

import io.duetime.async.Stages;
import io.duetime.console.ConsoleFile;
import io.duetime.server.access.Caller;
import io.duetime.server.http.HttpGate.BrowserGuard;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.HttpAnswer.AnswerBytes;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.LineIntake;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Route.RouteTable;
import io.duetime.server.http.call.Route.UriText;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.wire.Fields;
import io.duetime.wire.Problem;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dispatches a request to its route, and sends the answer or the problem. */
final class Dispatcher implements Handler<HttpServerRequest> {
  private static final long DRAIN_MILLIS = 2_000;
  private static final int NOT_MODIFIED = 304;

  private final Vertx vertx;
  private final RouteTable routes;
  private final HttpLimits limits;
  private final ByteRoom bodies;
  private final ByteRoom answers;
  private final LineIntake lines;
  private final HttpGate gate;
  private final AuditTrail audit;

  Dispatcher(Vertx vertx, HttpApi api, HttpLimits limits, HttpGate gate, AuditTrail audit) {
    this.vertx = vertx;
    this.routes = api.routes();
    this.limits = limits;
    this.bodies = new ByteRoom("The bodies under way", limits.bodies());
    this.answers = new ByteRoom("The answers under way", limits.answers());
    this.lines = api.lines();
    this.gate = gate;
    this.audit = audit;
  }

  @Override
  public void handle(HttpServerRequest request) {
    AnswerHeaders.add(request);
    try {
      gate.begin(request);
      BrowserGuard.check(request, gate.isOnlyForLoopback());
      Optional<HttpAnswer> page = page(request);
      if (page.isPresent()) {
        send(request, page.get(), null);
        return;
      }
      CompletionStage<?> session = gate.lookForSession(request);
      if (session == null) {
        admit(request);
      } else {
        admitAfter(session, request);
      }
    } catch (RuntimeException | Error error) {
      fail(request, error);
    }
  }

  private void admitAfter(CompletionStage<?> session, HttpServerRequest request) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    request.pause();
    Stages.onCompletion(
        session,
        (known, error) ->
            context.runOnContext(now -> {
              boolean isKept = error == null && admit(request);
              if (error != null) {
                fail(request, error);
              }
              if (!isKept) {
                request.resume();
              }
            }));
  }

  /** True if the body is kept on its connection for a reader that starts later. */
  private boolean admit(HttpServerRequest request) {
    try {
      Caller caller = gate.admit(request);
      RouteTable.Match match =
          routes.find(request.method(), Objects.requireNonNullElse(request.path(), ""));
      gate.check(caller, match);
      Fields query = Fields.ofText(UriText.query(request.query()), match.route().query());
      Call call = new Call(request, match.path(), query, new byte[0], caller);
      if (match.route().body().isLines(request.getHeader("Content-Type"))) {
        acceptLines(call);
        return true;
      }
      answer(call, match.route());
    } catch (RuntimeException | Error error) {
      fail(request, error);
    }
    return false;
  }

  /** A file of the console: these hold no data, and the page asks for the token that it needs. */
  private static Optional<HttpAnswer> page(HttpServerRequest request) {
    String path = request.path();
    boolean isRead =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    return isRead && path != null
        ? ConsoleFile.at(path).map(file -> page(request, file))
        : Optional.empty();
  }

  /** Browsers keep a file, and ask each time whether it has changed. */
  private static HttpAnswer page(HttpServerRequest request, ConsoleFile file) {
    String tag = file.entityTag();
    HttpAnswer answer =
        tag.equals(request.getHeader("If-None-Match"))
            ? HttpAnswer.of(NOT_MODIFIED, file.mediaType(), Buffer::buffer)
            : HttpAnswer.of(200, file.mediaType(), () -> Buffer.buffer(file.content()));
    return answer
        .with("Content-Security-Policy", ConsoleFile.CONTENT_SECURITY_POLICY)
        .with("Cache-Control", "no-cache")
        .with("Vary", "Accept-Encoding")
        .with("ETag", tag);
  }

  private void acceptLines(Call call) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    askForBody(call.request());
    lines
        .accept(call, bodies.open(call.caller().holder()))
        .exceptionally(error -> {
          context.runOnContext(now -> fail(call.request(), error));
          return null;
        });
  }

  private void answer(Call call, Route route) {
    HttpServerRequest request = call.request();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    BodyRule rule = route.body();
    BodyCollector collector =
        new BodyCollector(request, bodies.open(call.caller().holder()), limits.maxBody(rule));
    CompletableFuture<byte[]> body = collector.collect(limits.bodyPause().toMillis());
    if (!body.isDone()) {
      askForBody(request);
    }
    Stages.onCompletion(
        body.thenCompose(bytes -> {
          rule.check(request.getHeader("Content-Type"), bytes.length == 0);
          if (rule == BodyRule.NONE) {
            // The stages of streams never complete.
            collector.release();
          }
          return audit.answer(route, call.with(bytes));
        }),
        (answer, error) -> {
          collector.release();
          ByteRoom.Part room = room(call.caller());
          Refusal full = answer == null || room == null ? null : refusal(room, answer);
          // Engines complete calls on their own threads; a response belongs to its event loop.
          context.runOnContext(now -> {
            if (answer == null || full != null) {
              fail(request, full == null ? error : full);
            } else {
              send(request, answer, room);
            }
          });
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
    if (request.response().closed()) {
      return;
    }
    Problem problem = Refusal.logged(request, error).with("requestId", Refusal.requestId(request));
    if (!request.isEnded() && hasBody(request)) {
      // Answers while the body is still arriving, and closes the connection after a delay.
      request.response().putHeader("Connection", "close");
      request.handler(ignored -> {});
      request.resume();
      vertx.setTimer(DRAIN_MILLIS, late -> request.connection().close());
    }
    send(request, HttpAnswer.problem(problem), null);
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
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
    List<Buffer> body;
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
      if (answer.status() != NOT_MODIFIED) {
        response.putHeader("Content-Length", String.valueOf(AnswerBytes.length(body)));
      }
      response.end();
      release(room);
      return;
    }
    Buffer last = body.get(body.size() - 1);
    if (body.size() > 1) {
      response.putHeader("Content-Length", String.valueOf(AnswerBytes.length(body)));
      body.subList(0, body.size() - 1).forEach(response::write);
    }
    // Not the answer, which has the payloads that are in the body.
    Runnable ifUndelivered = answer.ifUndelivered();
    response
        .end(last)
        .onSuccess(sent -> release(room))
        .onFailure(gone -> undelivered(ifUndelivered, room));
  }

  /** The bytes of a body, in gzip where that is wanted; refused where there is no room for them. */
  private static List<Buffer> body(
      HttpServerRequest request, HttpAnswer answer, ByteRoom.@Nullable Part room) {
    List<Buffer> plain = answer.body().get();
    boolean isGzip = AnswerBytes.isGzipWorthIt(plain, request.getHeader("Accept-Encoding"));
    List<Buffer> body = isGzip ? AnswerBytes.gzip(plain) : plain;
    if (room != null && answer.payloadBytes() == 0 && request.method().equals(HttpMethod.GET)) {
      room.take(AnswerBytes.length(body));
    } else if (room != null) {
      // Either the payloads are in the body now, or the call has changed something.
      room.set(AnswerBytes.length(body));
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

  /**
   * Adds to every answer the id of its request, so that callers and logs can refer to it, and the
   * headers that keep browsers from running or embedding it. There are no headers for CORS, so
   * pages of other sites cannot read answers.
   */
  static final class AnswerHeaders {
    private static final Pattern LOGGABLE = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

    private AnswerHeaders() {}

    static void add(HttpServerRequest request) {
      String id = request.getHeader(Refusal.REQUEST_ID);
      boolean isLoggable = id != null && LOGGABLE.matcher(id).matches();
      HttpServerResponse response = request.response();
      response.putHeader(Refusal.REQUEST_ID, isLoggable ? id : UUID.randomUUID().toString());
      response.putHeader("X-Content-Type-Options", "nosniff");
      response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
      response.putHeader("Referrer-Policy", "no-referrer");
      if (request.isSSL()) {
        response.putHeader("Strict-Transport-Security", "max-age=31536000");
      }
    }
  }
}
