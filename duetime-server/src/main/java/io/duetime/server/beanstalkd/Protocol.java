package io.duetime.server.beanstalkd;

import io.duetime.server.http.call.ByteRoom;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletableFuture;

/** Creates the parts that all connections share. */
final class Protocol {
  final Store store;
  final Tubes tubes;
  final ReservationKeeper keeper;
  final JobCommands jobs;
  final TubeCommands tubeCommands;
  final Statistics statistics;
  final OpenConnections connections;
  final ByteRoom bodies;
  private volatile boolean draining;

  Protocol(Vertx vertx, BeanstalkdFront.Parts parts, BeanstalkdLimits limits) {
    this.store = new Store(vertx, parts, limits.lease());
    this.tubes = new Tubes(store, limits.tubeRetention());
    JobNumbers numbers = new JobNumbers(store, tubes);
    this.keeper = new ReservationKeeper(store, limits.lease(), numbers);
    this.jobs = new JobCommands(store, tubes, numbers, keeper);
    this.tubeCommands = new TubeCommands(store, tubes, numbers);
    this.connections = new OpenConnections(store, limits);
    this.bodies = new ByteRoom("The bodies under way", limits.bodies());
    this.statistics = new Statistics(parts, limits.maxJobSize());
    store.execute(tubes::start);
  }

  CompletableFuture<Buffer> stats() {
    return statistics.yaml(tubeCommands, tubes, keeper, draining);
  }

  /** Stops the timers; called on the loop. */
  void close() {
    tubes.close();
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
