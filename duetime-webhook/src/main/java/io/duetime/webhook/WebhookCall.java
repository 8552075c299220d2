package io.duetime.webhook;

import io.duetime.handover.PublishFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request, from the lookup of its host to the end of its answer. Used on the loop alone. */
final class WebhookCall {
  private final Caller caller;
  private final WebhookMessage message;
  private final Consumer<WebhookCall> whenEnded;
  private final CompletableFuture<String> confirm = new CompletableFuture<>();

  private long timer;
  private boolean over;
  private @Nullable HttpClientRequest sent;
  private @Nullable WebhookAnswer answer;

  WebhookCall(Caller caller, WebhookMessage message, Consumer<WebhookCall> whenEnded) {
    this.caller = caller;
    this.message = message;
    this.whenEnded = whenEnded;
  }

  CompletableFuture<String> confirm() {
    return confirm;
  }

  /** Fails a call that has not begun. */
  void refuse(PublishFailure failure) {
    confirm.completeExceptionally(failure);
  }

  void begin() {
    WebhookSettings settings = message.settings();
    timer =
        caller.loop().owner().setTimer(settings.limits().timeout().toMillis(), id -> timedOut());
    caller
        .lookup()
        .addresses(settings.url().host())
        .whenComplete((found, failure) -> onLoop(() -> lookedUp(found, failure)));
  }

  private void onLoop(Runnable step) {
    try {
      caller.loop().runOnContext(now -> orGiveUp(step));
    } catch (RejectedExecutionException closed) {
      refuse(PublishFailure.notSent("the target " + message.settings().name() + " is closed"));
    }
  }

  private void orGiveUp(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException fault) {
      failed(message.shownUrl() + " cannot be called: " + PublishFailure.words(fault));
    }
  }

  // A fault before anything is sent is one of the message: another try would end in the same way.
  private void failed(String reason) {
    if (sent == null) {
      end(PublishFailure.impossible(reason));
    } else {
      giveUp(reason);
    }
  }

  private void lookedUp(@Nullable List<InetAddress> found, @Nullable Throwable failure) {
    PublishFailure refused = message.settings().refusal(found, failure);
    if (refused != null) {
      end(refused);
    } else {
      connect(Objects.requireNonNull(found), 0);
    }
  }

  /** Connects to an address that was checked; a name would be looked up again. */
  private void connect(List<InetAddress> addresses, int at) {
    if (over) {
      return;
    }
    WebhookUrl url = message.settings().url();
    String address = literal(addresses.get(at));
    RequestOptions options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(url.port(), address))
            .setHost(url.host())
            .setPort(url.port())
            .setSsl(url.isEncrypted())
            .setMethod(HttpMethod.POST)
            .setURI(message.uri())
            .setFollowRedirects(false);
    message.addHeaders(options, caller.clock());
    caller
        .client()
        .request(options)
        .onComplete(connected -> {
          if (connected.succeeded()) {
            send(connected.result());
          } else if (at + 1 < addresses.size()) {
            connect(addresses, at + 1);
          } else {
            end(
                PublishFailure.notSent(
                    "no connection to "
                        + message.shownUrl()
                        + ": "
                        + PublishFailure.words(connected.cause())));
          }
        });
  }

  private static String literal(InetAddress address) {
    String numbers = address.getHostAddress();
    return numbers.contains(":") ? "[" + numbers + "]" : numbers;
  }

  private void send(HttpClientRequest request) {
    if (over) {
      request.reset();
      return;
    }
    sent = request;
    Future<HttpClientResponse> head = request.send(message.body());
    head.onComplete(this::answered);
  }

  private void answered(AsyncResult<HttpClientResponse> head) {
    if (over) {
      return;
    }
    if (head.failed()) {
      end(
          PublishFailure.unconfirmed(
              message.shownUrl() + " did not answer: " + PublishFailure.words(head.cause())));
      return;
    }
    WebhookAnswer begun = new WebhookAnswer(head.result(), message.shownUrl());
    answer = begun;
    if (begun.isConfirm()) {
      confirm.complete(message.settings().name() + ": " + begun.text());
    }
    begun.read(() -> answerEnded(begun));
  }

  // A body that goes on is cut off with its connection.
  private void answerEnded(WebhookAnswer known) {
    end(
        known.isConfirm()
            ? null
            : known.failure(caller.clock(), message.settings().limits().maxPause()));
    if (!known.isWhole() && sent != null) {
      sent.reset();
    }
  }

  private void timedOut() {
    giveUp(
        message.shownUrl()
            + " did not answer within "
            + message.settings().limits().timeout().toMillis()
            + " ms");
  }

  /** Ends the call with what is known by now. */
  void giveUp(String reason) {
    if (over) {
      return;
    }
    if (answer != null) {
      answerEnded(answer);
      return;
    }
    HttpClientRequest begun = sent;
    end(begun == null ? PublishFailure.notSent(reason) : PublishFailure.unconfirmed(reason));
    if (begun != null) {
      begun.reset();
    }
  }

  private void end(@Nullable PublishFailure failure) {
    if (over) {
      return;
    }
    over = true;
    caller.loop().owner().cancelTimer(timer);
    if (failure != null) {
      confirm.completeExceptionally(failure);
    }
    whenEnded.accept(this);
  }

  /** What all calls of a target share. */
  record Caller(Context loop, HttpClient client, HostLookup lookup, InstantSource clock) {}
}
