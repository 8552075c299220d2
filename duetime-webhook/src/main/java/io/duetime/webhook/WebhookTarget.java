package io.duetime.webhook;

import io.duetime.JobInfo;
import io.duetime.handover.IpRange;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.PemTrustOptions;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

/** An HTTP endpoint. Its requests run on one event loop, a bounded number at once. */
final class WebhookTarget implements Target {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int KEEP_ALIVE_SECONDS = 15;

  private final WebhookSettings settings;
  private final HostLookup lookup;
  private final Vertx vertx;
  private final Context loop;
  private final HttpClient client;
  private final WebhookCall.Caller caller;

  // Only used on the loop.
  private final Queue<WebhookCall> waiting = new ArrayDeque<>();
  private final Set<WebhookCall> running = new LinkedHashSet<>();

  private volatile boolean closed;

  WebhookTarget(WebhookSettings settings, HostLookup lookup, InstantSource clock) {
    this.settings = settings;
    this.lookup = lookup;
    this.vertx = vertx();
    this.loop = vertx.getOrCreateContext();
    this.client = client();
    this.caller = new WebhookCall.Caller(loop, client, lookup, clock);
  }

  private static Vertx vertx() {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(1)
            .setUseDaemonThread(true)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setClassPathResolvingEnabled(false)
                    .setFileCachingEnabled(false)));
  }

  private HttpClient client() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setSsl(settings.url().isEncrypted())
            .setVerifyHost(true)
            .setForceSni(isName(settings.url().host()))
            .setConnectTimeout(CONNECT_MILLIS)
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setDecompressionSupported(false);
    settings
        .authorities()
        .ifPresent(pem -> options.setTrustOptions(new PemTrustOptions().addCertValue(pem)));
    int most = settings.limits().maxInFlight();
    return vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(most));
  }

  private static boolean isName(String host) {
    return IpRange.parse(host).isEmpty() && !host.startsWith("[");
  }

  @Override
  public Publisher publisher(Map<String, String> destination) {
    new TargetSettings(settings.name(), destination).allow(Set.of());
    return new Publisher() {
      @Override
      public CompletionStage<?> publish(JobInfo<byte[]> job) {
        return WebhookTarget.this.publish(job);
      }

      @Override
      public CompletionStage<?> lookUp() {
        return WebhookTarget.this.lookUp();
      }
    };
  }

  /** Looks whether the host has addresses that may be called. */
  private CompletionStage<?> lookUp() {
    try {
      return lookup
          .addresses(settings.url().host())
          .handle((found, failure) -> {
            PublishFailure refused = settings.refusal(found, failure);
            if (refused != null) {
              throw refused;
            }
            return true;
          });
    } catch (RejectedExecutionException ended) {
      return CompletableFuture.failedStage(isClosed());
    }
  }

  private CompletionStage<?> publish(JobInfo<byte[]> job) {
    WebhookMessage message;
    try {
      message = WebhookMessage.of(settings, job);
    } catch (PublishFailure incomplete) {
      return CompletableFuture.failedFuture(incomplete);
    }
    WebhookCall call = new WebhookCall(caller, message, this::ended);
    if (closed) {
      call.refuse(isClosed());
    } else {
      loop.runOnContext(now -> add(call));
    }
    return call.confirm();
  }

  private void add(WebhookCall call) {
    if (closed) {
      call.refuse(isClosed());
      return;
    }
    waiting.add(call);
    begin();
  }

  private void ended(WebhookCall call) {
    running.remove(call);
    begin();
  }

  private void begin() {
    while (running.size() < settings.limits().maxInFlight()) {
      WebhookCall next = waiting.poll();
      if (next == null) {
        return;
      }
      running.add(next);
      next.begin();
    }
  }

  private PublishFailure isClosed() {
    return PublishFailure.notSent("the target " + settings.name() + " is closed");
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    CompletableFuture<Void> emptied = new CompletableFuture<>();
    loop.runOnContext(now -> {
      waiting.forEach(call -> call.refuse(isClosed()));
      waiting.clear();
      List.copyOf(running).forEach(call -> call.giveUp(isClosed().reason()));
      emptied.complete(null);
    });
    emptied.join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    lookup.close();
  }
}
