package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;
import static io.duetime.bench.harness.Group.warm;
import static io.duetime.bench.harness.Lateness.burst;
import static io.duetime.bench.harness.Lateness.steady;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Rows.Peers;
import io.duetime.bench.harness.Rows.Turn;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.harness.Sizes;
import io.duetime.bench.harness.Stores;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The same groups for each kind of store, with what there is to compare that kind with. */
public final class StoreGroups {
  private static final int BATCH = 100;
  private static final int PRIORITIES = 1_000;
  private static final Callers ONE = new Callers(1);
  private static final Callers FEW = new Callers(4);
  private static final Callers MANY = new Callers(50);

  private final String kind;
  private final Function<Sizes, Stores> open;
  private final Function<Stores, Peers> peers;

  private StoreGroups(String kind, Function<Sizes, Stores> open, Function<Stores, Peers> peers) {
    this.kind = kind;
    this.open = open;
    this.peers = peers;
  }

  /** Lists the groups of all kinds. */
  public static List<Group> all() {
    return Stream.of(
            new StoreGroups("memory", sizes -> Stores.memory(), stores -> Peers.NONE),
            new StoreGroups(
                "embedded", sizes -> Stores.embedded(sizes.folder), stores -> new RawRocks()),
            new StoreGroups(
                "redis",
                sizes -> RedisServer.start(),
                stores -> new RedisPeers((RedisServer) stores)),
            new StoreGroups("cluster", sizes -> RedisServer.startCluster(), stores -> Peers.NONE),
            new StoreGroups(
                "client", sizes -> new ServedStores(sizes.folder), stores -> Peers.NONE))
        .flatMap(kind -> kind.groups().stream())
        .toList();
  }

  /** Adds the rows of a group. */
  private interface Adding {
    void to(Rows rows, Stores stores, Peers peers);
  }

  private Group.Opener opener(Adding adding) {
    return rows -> {
      Stores stores = rows.manage(open.apply(rows.sizes));
      if (stores instanceof RedisServer redis) {
        rows.note(redis.describe());
      }
      adding.to(rows, stores, peers.apply(stores));
    };
  }

  private List<Group> groups() {
    return List.of(
        warm(
            kind + "/batch",
            "scheduling, 4 callers, 100 jobs a call",
            opener((rows, stores, others) -> {
              rows.ours("engine", stores.schedule(FEW, BATCH, rows.sizes.time()));
              others.scheduling(rows, FEW, BATCH);
            })),
        single("single", "scheduling, 50 callers, a job a call", MANY),
        single("lone", "scheduling, one caller that waits for each answer", ONE),
        warm(
            kind + "/claim",
            "4 callers claim and acknowledge 100 jobs a call",
            opener((rows, stores, others) -> {
              rows.ours("engine", stores.claimAndAck(FEW, BATCH, 1, rows.sizes.jobs));
              others.claiming(rows, FEW, BATCH);
            })),
        warm(
            kind + "/worker",
            "a worker of the library, 16 handlers that do nothing; peers claim 100 a call",
            opener((rows, stores, others) -> {
              rows.ours("library", stores.work(rows.sizes.jobs));
              others.claiming(rows, FEW, BATCH);
            })),
        warm(
            kind + "/priority-due",
            "scheduling jobs that are due, 4 callers, 100 jobs a call",
            opener((rows, stores, others) -> {
              Duration time = rows.sizes.time();
              rows.ours("1,000 priorities", stores.scheduleDue(FEW, BATCH, PRIORITIES, time));
              rows.ourBase("1 priority", stores.scheduleDue(FEW, BATCH, 1, time));
            })),
        warm(
            kind + "/priority-claim",
            "4 callers claim and acknowledge 100 jobs a call",
            opener((rows, stores, others) -> {
              int jobs = rows.sizes.jobs;
              rows.ours("1,000 priorities", stores.claimAndAck(FEW, BATCH, PRIORITIES, jobs));
              rows.ourBase("1 priority", stores.claimAndAck(FEW, BATCH, 1, jobs));
            })),
        once(
            kind + "/pending",
            "few and many jobs that wait; cancelling and moving them, one a call",
            opener((rows, stores, others) -> {
              for (int jobs : new int[] {rows.sizes.pending / 20, rows.sizes.pending}) {
                rows.ours("%,d jobs".formatted(jobs), stores.changeWaiting(jobs));
              }
            })),
        once(
            kind + "/idle",
            "idle workers of a queue each, in one process",
            opener((rows, stores, others) -> {
              for (int queues : new int[] {10, rows.sizes.pending / 200}) {
                rows.ours("%,d queues".formatted(queues), stores.idle(queues, rows.sizes));
              }
            })),
        late(
            "lateness",
            "1,000 jobs a second, delays 1 to 5 s",
            sizes -> steady(1_000, 1, sizes.lateness(), 1_000, 5_000)),
        late(
            "sparse",
            "a job every 50 ms, delays 1 to 2 s",
            sizes -> steady(20, 1, sizes.lateness(), 1_000, 2_000)),
        late(
            "dense",
            "20,000 jobs a second, scheduled 20 at once, delays 1 to 5 s",
            sizes -> steady(20_000, 20, sizes.lateness().dividedBy(2), 1_000, 5_000)),
        late(
            "burst",
            "5,000 jobs due in one millisecond",
            sizes -> burst(5_000, Duration.ofSeconds(3), 1)),
        late(
            "second",
            "a backlog that is due within one second",
            sizes -> burst(sizes.pending, Duration.ofSeconds(10), 1_000)));
  }

  private Group single(String part, String title, Callers callers) {
    return warm(
        kind + "/" + part,
        title,
        opener((rows, stores, others) -> {
          rows.ours("library", stores.scheduleByLibrary(callers, rows.sizes.time()));
          rows.ours("engine", stores.schedule(callers, 1, rows.sizes.time()));
          others.scheduling(rows, callers, 1);
        }));
  }

  /** Each consumer takes a burst before, while the JVM still interprets. */
  private Group late(String part, String title, Function<Sizes, Lateness.Load> load) {
    return cold(
        kind + "/" + part,
        title + "; one consumer",
        opener((rows, stores, others) -> {
          Lateness.Load measured = load.apply(rows.sizes);
          Lateness.Load warming = burst(5_000, Duration.ofMillis(500), 1);
          rows.ours(
              "engine, a loop that claims",
              warmed(stores.lateLoop(warming), stores.lateLoop(measured)));
          rows.ours(
              "library, a worker of 16 handlers",
              warmed(stores.lateWorker(warming), stores.lateWorker(measured)));
          others.consuming(rows, measured);
        }));
  }

  private static Turn warmed(Turn warming, Turn measured) {
    boolean[] isWarm = {false};
    return () -> {
      if (!isWarm[0]) {
        warming.take();
        isWarm[0] = true;
      }
      return measured.take();
    };
  }

  /**
   * RocksDB alone, as it is set up by default, told to be on stable storage before it answers. It
   * is given the bytes of the jobs and nothing is asked of it: no order, no conflicts, no leases. A
   * single job is one put, a batch two keys a job: its id, and its due time with its id.
   */
  private static final class RawRocks implements Peers {
    @Override
    public void scheduling(Rows rows, Callers callers, int size) {
      Sizes sizes = rows.sizes;
      rows.base(
          size == 1 ? "RocksDB, a put a job" : "RocksDB, " + size + " × 2 puts a batch",
          () -> {
            try (Scratch scratch = Scratch.in(sizes.folder);
                Options options = new Options().setCreateIfMissing(true);
                WriteOptions sync = new WriteOptions().setSync(true);
                RocksDB db = RocksDB.open(options, scratch.path().resolve("raw").toString())) {
              return callers.during(sizes.time(), caller -> writing(db, sync, caller, size));
            }
          });
    }

    private static Callers.Call writing(RocksDB db, WriteOptions sync, int caller, int size) {
      JobSource jobs = new JobSource(caller);
      return () -> {
        if (size == 1) {
          db.put(sync, nextId(jobs), jobs.nextPayload());
        } else {
          write(db, sync, jobs, size);
        }
        return size;
      };
    }

    private static void write(RocksDB db, WriteOptions sync, JobSource jobs, int size)
        throws RocksDBException {
      try (WriteBatch batch = new WriteBatch()) {
        for (int i = 0; i < size; i++) {
          byte[] id = nextId(jobs);
          ByteBuffer due = ByteBuffer.allocate(Long.BYTES + id.length);
          batch.put(id, jobs.nextPayload());
          batch.put(due.putLong(jobs.nextDelay()).put(id).array(), new byte[0]);
        }
        db.write(sync, batch);
      }
    }

    private static byte[] nextId(JobSource jobs) {
      return jobs.nextId().getBytes(StandardCharsets.US_ASCII);
    }
  }
}
