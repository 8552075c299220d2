package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.internal.client.StoreClient;
import io.duetime.server.http.call.ByteRoom;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Creates the parts that all connections share. */
final class Protocol {
  private final Loop loop;
  private final Store store;
  private final Tubes tubes;
  private final UnusedTubes unusedTubes;
  private final ReservationKeeper keeper;
  private final JobCommands jobs;
  private final JobLookups lookups;
  private final TubeCommands tubeCommands;
  private final TubeStats tubeStats;
  private final Statistics statistics;
  private final OpenConnections connections;
  private final CommandAudit audit;
  private final ByteRoom bodies;
  private volatile boolean draining;

  Protocol(Vertx vertx, BeanstalkdFront.Parts parts, BeanstalkdLimits limits) {
    TimeSource time = parts.time();
    StoreClient client = parts.client();
    RandomGenerator random = parts.random();
    this.loop = new Loop(vertx);
    this.store = new Store(client, time, random, limits.lease());
    this.tubes = new Tubes(client.engine(), loop);
    this.unusedTubes = new UnusedTubes(store, loop, tubes, limits.tubeRetention());
    JobNumbers numbers = new JobNumbers(client.engine(), loop, tubes, new JobNumbers.Given(time));
    this.keeper = new ReservationKeeper(store, loop, time, limits.lease(), numbers);
    this.jobs = new JobCommands(store, loop, tubes, numbers, keeper);
    this.lookups = new JobLookups(store, loop, numbers, keeper);
    this.tubeCommands = new TubeCommands(store, loop, tubes, numbers);
    this.tubeStats = new TubeStats(store, loop, tubes);
    this.audit = new CommandAudit(client.engine(), loop);
    this.connections = new OpenConnections(time, loop, limits);
    this.bodies = new ByteRoom("The bodies under way", limits.bodies());
    this.statistics = new Statistics(time, random, parts.version(), limits.maxJobSize());
    loop.execute(unusedTubes::start);
  }

  Loop loop() {
    return loop;
  }

  Store store() {
    return store;
  }

  Tubes tubes() {
    return tubes;
  }

  ReservationKeeper keeper() {
    return keeper;
  }

  JobCommands jobs() {
    return jobs;
  }

  JobLookups lookups() {
    return lookups;
  }

  TubeCommands tubeCommands() {
    return tubeCommands;
  }

  TubeStats tubeStats() {
    return tubeStats;
  }

  OpenConnections connections() {
    return connections;
  }

  CommandAudit audit() {
    return audit;
  }

  ByteRoom bodies() {
    return bodies;
  }

  Statistics statistics() {
    return statistics;
  }

  CompletableFuture<Buffer> stats() {
    return statistics.yaml(tubeStats, tubes, keeper, draining);
  }

  /** Stops the timers; called on the loop. */
  void close() {
    unusedTubes.close();
    keeper.close();
    connections.close();
  }

  /** Answers further puts with DRAINING. */
  void drain() {
    draining = true;
  }

  boolean isDraining() {
    return draining;
  }
}
