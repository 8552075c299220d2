package io.duetime.redis.internal.link;

import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.Topology.ClusterTopology;
import io.duetime.redis.internal.link.Topology.ServerTopology;
import io.duetime.time.Threads;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Creates clients that send nothing twice and let no call wait for ever. */
public record Clients(Address address, LinkSettings settings) {
  private static final Duration LONGEST_RECONNECT = Duration.ofMillis(500);

  /** The driver ignores a sign of a change that follows another one sooner than this. */
  private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(250);

  private static final int REDIRECTS = 8;
  private static final int END_SECONDS = 5;

  public Topology topology() {
    ClientResources resources = resources();
    address.uris().forEach(this::complete);
    return address.kind() == Address.Kind.CLUSTER ? cluster(resources) : server(resources);
  }

  private void complete(RedisURI uri) {
    uri.setClientName(settings.clientName());
    uri.setTimeout(settings.connectTimeout());
    uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(settings.connectTimeout()));
  }

  private Topology server(ClientResources resources) {
    RedisURI uri = address.uris().get(0);
    RedisClient client = RedisClient.create(resources, uri);
    client.setOptions(with(ClientOptions.builder()).build());
    String master = uri.getSentinelMasterId();
    return new ServerTopology(
        client,
        master == null ? address.toString() : master,
        () -> end(() -> client.shutdown(0, END_SECONDS, TimeUnit.SECONDS), resources));
  }

  private Topology cluster(ClientResources resources) {
    RedisClusterClient client = RedisClusterClient.create(resources, address.uris());
    ClusterClientOptions.Builder options = ClusterClientOptions.builder();
    options.topologyRefreshOptions(refreshing());
    options.maxRedirects(REDIRECTS).validateClusterNodeMembership(false);
    with(options);
    client.setOptions(options.build());
    return new ClusterTopology(client, () -> end(() -> shutDown(client), resources));
  }

  private static void shutDown(RedisClusterClient client) {
    client.suspendTopologyRefresh();
    client.shutdown(0, END_SECONDS, TimeUnit.SECONDS);
  }

  /** The triggers are on by default only since Lettuce 7. */
  @SuppressWarnings("deprecation")
  private ClusterTopologyRefreshOptions refreshing() {
    return ClusterTopologyRefreshOptions.builder()
        .enablePeriodicRefresh(settings.topologyRefresh())
        .enableAdaptiveRefreshTrigger(RefreshTrigger.values())
        .adaptiveRefreshTriggersTimeout(BETWEEN_REFRESHES)
        .refreshTriggersReconnectAttempts(1)
        .build();
  }

  private ClientOptions.Builder with(ClientOptions.Builder options) {
    options
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .protocolVersion(ProtocolVersion.RESP2)
        // The link ends calls itself; the driver's limits would schedule a task for each command.
        .timeoutOptions(TimeoutOptions.builder().build())
        .socketOptions(
            SocketOptions.builder()
                .connectTimeout(settings.connectTimeout())
                .keepAlive(true)
                .build());
    options.sslOptions(ssl(address.certificates()));
    turnOffMaintNotifications(options);
    return options;
  }

  /**
   * Keeps Lettuce from requesting maintenance notifications: servers without them answer every
   * connection with an error. Only Lettuce 7 and later request them, so their types are used by
   * reflection.
   */
  private static void turnOffMaintNotifications(ClientOptions.Builder options) {
    try {
      Class<?> config = Class.forName("io.lettuce.core.MaintNotificationsConfig");
      Object disabled = config.getMethod("disabled").invoke(null);
      ClientOptions.Builder.class
          .getMethod("maintNotificationsConfig", config)
          .invoke(options, disabled);
    } catch (ReflectiveOperationException olderOrNewer) {
      // Then Lettuce requests them, or cannot: both are harmless.
      return;
    }
  }

  private static SslOptions ssl(Certificates files) {
    SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
    files.authority().ifPresent(file -> options.trustManager(file.toFile()));
    files
        .certificate()
        .ifPresent(file ->
            options.keyManager(file.toFile(), files.key().orElse(file).toFile(), new char[0]));
    return options.build();
  }

  private static ClientResources resources() {
    return DefaultClientResources.builder()
        .threadFactoryProvider(pool -> Threads.daemons("duetime-redis-" + duty(pool)))
        .reconnectDelay(
            Delay.fullJitter(Duration.ZERO, LONGEST_RECONNECT, 10, TimeUnit.MILLISECONDS))
        .build();
  }

  /**
   * The driver calls its threads lettuce-nioEventLoop, lettuce-eventExecutorLoop, lettuce-timer.
   */
  private static String duty(String pool) {
    return pool.substring(pool.lastIndexOf('-') + 1);
  }

  private static void end(Runnable client, ClientResources resources) {
    client.run();
    resources
        .shutdown(0, END_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(2 * END_SECONDS, TimeUnit.SECONDS);
  }
}
