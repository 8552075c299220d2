package io.duetime.redis;

import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.call.Store;
import io.duetime.redis.internal.call.StoreTime;
import io.duetime.redis.internal.engine.RedisEngine;
import io.duetime.redis.internal.link.LinkSettings;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.lettuce.Links;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.ScriptLoader.Time;
import io.duetime.redis.internal.script.Scripts;
import io.duetime.redis.internal.script.TestScripts;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardMap;
import io.duetime.redis.internal.shard.StoreKeys;
import io.lettuce.core.RedisClient;
import java.time.InstantSource;
import java.util.UUID;
import java.util.stream.Stream;

/** Opens engines on one server that keeps what it is told, each store under a prefix. */
final class TestStores {
  static final RedisProcess SERVER =
      RedisProcess.start("--appendonly", "yes", "--appendfsync", "always");

  /** The same for fixtures that stand on a cluster too. */
  static final Servers ALONE = new Alone();

  /** A user who may do what the documentation says has to be allowed, and nothing else. */
  private static final RedisClient CLIENT = RedisClient.create(leastPrivileged(SERVER));

  private static final LinkSettings FSYNCED =
      new LinkSettings(
          LinkSettings.DEFAULT.timeout(),
          LinkSettings.DEFAULT.connectTimeout(),
          LinkSettings.DEFAULT.patience(),
          LinkSettings.DEFAULT.topologyRefresh(),
          true,
          LinkSettings.DEFAULT.clientName());
  private static final Scripts TOLD_THE_TIME = new Scripts(Time.LAST_ARGUMENT);
  private static final Scripts ASKING_THE_TIME = new Scripts(Time.STORE);

  static {
    // A call that is sent again, since the script was not known, would be late with its time.
    loadScripts(SERVER);
  }

  private TestStores() {}

  /** Makes a server know the scripts that are told the time. */
  static void loadScripts(RedisProcess server) {
    TestScripts.namesOfEngine().forEach(name -> load(server, TOLD_THE_TIME.get(name)));
    Scripts.DURABLE.forEach(name -> load(server, TOLD_THE_TIME.marked(name)));
  }

  private static void load(RedisProcess server, Script script) {
    server.call("SCRIPT", "LOAD", script.text());
  }

  private static String leastPrivileged(RedisProcess server) {
    Permissions.give(server);
    return server.uri().replace("redis://", "redis://duetime:secret@");
  }

  /** For a store of a test's own, within what the user may touch. */
  static String newPrefix() {
    return "dt:" + UUID.randomUUID();
  }

  /** A link of its own, told that the server fsyncs always: the user may not ask it. */
  static RedisLink link() {
    return Links.on(CLIENT, FSYNCED);
  }

  /** By a clock of the test. */
  static Engine open(StoreKeys keys, InstantSource clock) {
    return open(keys, clock, QueueShards.UNSPLIT);
  }

  /** By a clock of the test; queues that were never split have other shards than usual. */
  static Engine open(StoreKeys keys, InstantSource clock, QueueShards usual) {
    return open(link(), keys, clock, usual);
  }

  /** The same over a link that the test may disturb. */
  static Engine open(RedisLink link, StoreKeys keys, InstantSource clock, QueueShards usual) {
    return open(link, keys, new GivenTime(clock), usual);
  }

  /** The same with a clock that engines share, as they have to if they act at once. */
  static Engine open(RedisLink link, StoreKeys keys, StoreTime time, QueueShards usual) {
    return engine(link, TOLD_THE_TIME, keys, time, usual);
  }

  /** By a clock of the test, over a link, waiting by a time of the test. */
  static Engine open(StoreKeys keys, InstantSource clock, RedisLink link, TimeSource time) {
    return checked(
        new RedisEngine(
            new Store(link, TOLD_THE_TIME, keys, new ShardMap(link, keys), new GivenTime(clock)),
            time));
  }

  /** By the server's clock. */
  static Engine open(StoreKeys keys) {
    return open(keys, link());
  }

  /** By the server's clock, over a link. */
  static Engine open(StoreKeys keys, RedisLink link) {
    return engine(link, ASKING_THE_TIME, keys, StoreTime.ofServer(link), QueueShards.UNSPLIT);
  }

  private static Engine engine(
      RedisLink link, Scripts scripts, StoreKeys keys, StoreTime time, QueueShards usual) {
    return checked(
        new RedisEngine(new Store(link, scripts, keys, new ShardMap(link, keys, usual), time)));
  }

  private static Engine checked(RedisEngine engine) {
    return new CheckedRedis(engine, Limits.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /** Removes all keys of a prefix. */
  static void clear(String prefix) {
    clear(SERVER, prefix);
  }

  /** Removes all keys of a prefix from a server. */
  static void clear(RedisProcess server, String prefix) {
    Stream<String> keys = server.call("KEYS", prefix + "*").lines();
    // Without any key the command would be refused.
    server.call(Stream.concat(Stream.of("UNLINK", prefix), keys).toArray(String[]::new));
  }

  private static final class Alone implements Servers {
    @Override
    public RedisLink link() {
      return TestStores.link();
    }

    @Override
    public String call(String command, String key, String... more) {
      return SERVER.call(
          Stream.concat(Stream.of(command, key), Stream.of(more)).toArray(String[]::new));
    }

    @Override
    public void clear(String prefix) {
      TestStores.clear(prefix);
    }
  }
}
