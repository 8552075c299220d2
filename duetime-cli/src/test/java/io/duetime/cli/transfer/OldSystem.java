package io.duetime.cli.transfer;

import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.time.SystemTime;
import io.duetime.time.Threads;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.OtherSystem;
import io.duetime.transfer.source.DelayQueue;
import io.duetime.transfer.source.RedisSession;
import io.duetime.transfer.source.RedissonQueue;
import io.duetime.transfer.source.SortedSets;
import io.duetime.transfer.source.SortedSets.ScoreUnit;
import io.duetime.transfer.source.TubeSource;
import java.util.UUID;

/** Systems that can be filled with entries and opened as sources. */
enum OldSystem {
  SORTED_SET {
    @Override
    void fill(String name, int entries) {
      script(
          "for i = 1, tonumber(ARGV[2]) do redis.call('ZADD', ARGV[1], 1700000000, 'order-' .. i) end",
          name,
          entries);
    }

    @Override
    OtherSystem open(String name, SystemTime time) {
      return new SortedSets(name, QUEUE, ScoreUnit.AUTO, TERMS).source(redis(), time);
    }
  },
  REDISSON {
    @Override
    void fill(String name, int entries) {
      script(
          "local key = '{' .. ARGV[1] .. '}' for i = 1, tonumber(ARGV[2]) do"
              + " local value, id = 'order-' .. i, string.format('%08d', i)"
              + " local packed = struct.pack('Bc0Lc0', 8, id, #value, value)"
              + " if i % 3 == 0 then redis.call('RPUSH', ARGV[1], value) else"
              + " redis.call('ZADD', 'redisson_delay_queue_timeout:' .. key, 1700000000000 + i, packed)"
              + " redis.call('RPUSH', 'redisson_delay_queue:' .. key, packed) end end",
          name, entries);
    }

    @Override
    OtherSystem open(String name, SystemTime time) {
      return new RedissonQueue(name, QUEUE, RedissonQueue.Codec.STRING, TERMS)
          .source(redis(), time);
    }
  },
  DELAYQUEUE {
    @Override
    void fill(String name, int entries) {
      script(
          "local key = 'dp:' .. ARGV[1] for i = 1, tonumber(ARGV[2]) do"
              + " redis.call('SET', key .. ':msg:id-' .. i, 'order-' .. i)"
              + " redis.call('HSET', key .. ':retry:cnt', 'id-' .. i, 3)"
              + " if i % 3 == 0 then redis.call('LPUSH', key .. ':ready', 'id-' .. i) else"
              + " redis.call('ZADD', key .. ':pending', 1700000000, 'id-' .. i) end end",
          name, entries);
    }

    @Override
    OtherSystem open(String name, SystemTime time) {
      return new DelayQueue(DelayQueue.Keys.of(name, null, false), QUEUE, TERMS)
          .source(redis(), time);
    }
  },
  BEANSTALKD {
    @Override
    void fill(String name, int entries) {
      try (Client client = Daemon.PROCESS.connect()) {
        client.ask("use " + name);
        for (int i = 1; i <= entries; i++) {
          client.put("0 0 60", "order-" + i);
        }
      }
    }

    @Override
    OtherSystem open(String name, SystemTime time) {
      return new TubeSource(
          TubeSource.Tube.at(Daemon.PROCESS.address(), name, QUEUE, null, TERMS), time);
    }
  };

  static final String QUEUE = "q";
  private static final JobTerms TERMS = new JobTerms(null, JobTerms.REMEMBER);

  /** Adds entries with the payloads order-1, order-2, …, all of which are due. */
  abstract void fill(String name, int entries);

  abstract OtherSystem open(String name, SystemTime time);

  boolean isHere() {
    return this != BEANSTALKD || BeanstalkdProcess.isInstalled();
  }

  static String newName() {
    return "old-" + UUID.randomUUID();
  }

  private static RedisSession redis() {
    return RedisSession.open(RedisProcess.shared().uri(), null);
  }

  private static void script(String text, String name, int entries) {
    try (RedisTalk redis = RedisTalk.with(RedisProcess.shared().port())) {
      redis.call("EVAL", text, "0", name, Integer.toString(entries));
    }
  }

  /** Started for the first test that needs it, and ended with this JVM. */
  private static final class Daemon {
    static final BeanstalkdProcess PROCESS = started();

    private static BeanstalkdProcess started() {
      BeanstalkdProcess process = BeanstalkdProcess.start();
      Runtime.getRuntime()
          .addShutdownHook(Threads.daemons("beanstalkd-end").newThread(process::close));
      return process;
    }
  }
}
