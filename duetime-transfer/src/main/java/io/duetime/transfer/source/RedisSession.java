package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.text.StoreUri;
import io.duetime.transfer.TransferException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the Redis of a source. It sends nothing twice: a lost connection stays lost, as a
 * script that is repeated would take further entries under the names of those before.
 */
public final class RedisSession implements AutoCloseable {
  private static final int MOST_REPEATS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String ALLOWED =
      "redis://[user:password@]host[:port][/database], rediss://…, redis-cluster://host:port,…, or"
          + " redis-sentinel://host:port,…[/database]?master=name";
  private static final Pattern MASTER = Pattern.compile("\\?master=([^&#]+)$");

  /** Errors of a server that restarts, fails over, moves slots or is full. */
  private static final Set<String> PASSING =
      Set.of("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "OOM");

  private final String shown;
  private final StatefulConnection<byte[], byte[]> connection;
  private final RedisClusterCommands<byte[], byte[]> commands;
  private final RedisClusterAsyncCommands<byte[], byte[]> sending;
  private final Runnable end;

  private RedisSession(
      String shown,
      StatefulConnection<byte[], byte[]> connection,
      RedisClusterCommands<byte[], byte[]> commands,
      RedisClusterAsyncCommands<byte[], byte[]> sending,
      Runnable end) {
    this.shown = shown;
    this.connection = connection;
    this.commands = commands;
    this.sending = sending;
    this.end = end;
  }

  /**
   * Connects to the Redis of a URI.
   *
   * @param login the user and the password if the URI has none, or null
   * @throws InvalidRequestException if the URI is malformed
   * @throws TransferException if no server answers, or the server refuses the user
   */
  public static RedisSession open(String uri, @Nullable Login login) {
    String scheme = uri.substring(0, Math.max(0, uri.indexOf(':')));
    String shown = StoreUri.withoutSecrets(uri);
    return switch (scheme) {
      case "redis", "rediss" -> server(parsed(uri, login), shown);
      case "redis-sentinel", "rediss-sentinel" ->
          server(parsed(MASTER.matcher(uri).replaceFirst("#$1"), login), shown);
      case "redis-cluster", "rediss-cluster" ->
          cluster(nodes(uri).stream().map(node -> parsed(node, login)).toList(), shown);
      default -> throw new InvalidRequestException("source", shown, ALLOWED);
    };
  }

  /**
   * A user with a password.
   *
   * @param user the name, or null for the default user
   */
  public record Login(@Nullable String user, String password) {
    @Override
    public String toString() {
      return "Login[" + user + "]";
    }
  }

  /** The URI of each node of a cluster, with the credentials of the whole. */
  private static List<String> nodes(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':')).replace("-cluster", "");
    String rest = uri.substring(uri.indexOf("://") + 3);
    String login = rest.substring(0, rest.lastIndexOf('@') + 1);
    return Arrays.stream(rest.substring(login.length()).split(",", -1))
        .map(place -> scheme + "://" + login + place)
        .toList();
  }

  private static RedisURI parsed(String uri, @Nullable Login login) {
    try {
      RedisURI parsed = RedisURI.create(uri);
      if (login != null && login.user() != null) {
        parsed.setAuthentication(login.user(), login.password());
      } else if (login != null) {
        parsed.setAuthentication(login.password());
      }
      parsed.setTimeout(TIMEOUT);
      return parsed;
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException("source", StoreUri.withoutSecrets(uri), ALLOWED);
    }
  }

  private static RedisSession server(RedisURI uri, String shown) {
    RedisClient client = RedisClient.create(uri);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .protocolVersion(ProtocolVersion.RESP2)
            .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
            .build());
    return opened(
        shown,
        client,
        end -> {
          var connection = client.connect(ByteArrayCodec.INSTANCE);
          return new RedisSession(shown, connection, connection.sync(), connection.async(), end);
        });
  }

  private static RedisSession cluster(List<RedisURI> uris, String shown) {
    RedisClusterClient client = RedisClusterClient.create(uris);
    // Connections to nodes are made when needed, so commands may wait; none is repeated.
    ClusterClientOptions.Builder options = ClusterClientOptions.builder();
    options.replayFilter(command -> true);
    options.protocolVersion(ProtocolVersion.RESP2);
    options.timeoutOptions(TimeoutOptions.enabled(TIMEOUT));
    client.setOptions(options.build());
    return opened(
        shown,
        client,
        end -> {
          var connection = client.connect(ByteArrayCodec.INSTANCE);
          return new RedisSession(shown, connection, connection.sync(), connection.async(), end);
        });
  }

  private static RedisSession opened(
      String shown, AbstractRedisClient client, Function<Runnable, RedisSession> opener) {
    Runnable end = () -> client.shutdown(0, 2, TimeUnit.SECONDS);
    try {
      return openedAtLast(() -> opener.apply(end));
    } catch (RedisException refused) {
      end.run();
      throw failure(shown, refused);
    }
  }

  // Now and then Lettuce has closed a refused connection before it reads the refusal.
  private static RedisSession openedAtLast(Supplier<RedisSession> opener) {
    for (int again = 0; ; again++) {
      try {
        return opener.get();
      } catch (RedisException failure) {
        if (again == MOST_REPEATS || !(root(failure) instanceof IllegalStateException)) {
          throw failure;
        }
      }
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Calls commands, and tells of a failure in one line. */
  <T> T call(Function<RedisClusterCommands<byte[], byte[]>, T> call) {
    try {
      return call.apply(commands);
    } catch (RedisException failure) {
      throw failure(shown, failure);
    }
  }

  /** Sends a command whose answer is awaited later; commands about one key keep their order. */
  <T> CompletableFuture<T> send(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
    return command.apply(sending).toCompletableFuture();
  }

  /** Waits for what was sent, and tells of a failure in one line. */
  <T> T answer(CompletableFuture<T> sent) {
    return answer(shown, sent);
  }

  static <T> T answer(String shown, CompletableFuture<T> sent) {
    try {
      return sent.join();
    } catch (CancellationException ended) {
      throw failure(shown, new RedisException(ended));
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException ours && !(ours instanceof RedisException)) {
        throw ours;
      }
      // A connection that breaks ends its commands with the error of the network.
      throw failure(shown, new RedisException(failed));
    }
  }

  /** The number of elements of a list. */
  long countOfList(String key) {
    return call(redis -> redis.llen(key.getBytes(UTF_8)));
  }

  /** The number of members of a sorted set. */
  long countOfSet(String key) {
    return call(redis -> redis.zcard(key.getBytes(UTF_8)));
  }

  /** The first elements of a list. */
  List<byte[]> firstOfList(String key, int count) {
    return call(redis -> redis.lrange(key.getBytes(UTF_8), 0, count - 1L));
  }

  private static TransferException failure(String shown, RedisException failure) {
    Throwable cause = root(failure);
    String message = String.valueOf(cause.getMessage());
    boolean isRefusal = cause instanceof RedisCommandExecutionException;
    boolean mayRepeat = !isRefusal || PASSING.contains(message.split(" ", 2)[0]);
    String what = isRefusal ? " refuses: " : " does not answer: ";
    return new TransferException(shown + what + message, mayRepeat);
  }

  @Override
  public void close() {
    connection.close();
    end.run();
  }
}
