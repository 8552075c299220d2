package io.duetime.cli.work;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.time.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * Extends the leases of running commands, all in one call, three times per lease, on a thread of
 * its own. Kills a command whose lease was lost.
 */
final class LeaseExtender implements AutoCloseable {
  private final WorkPlan plan;
  private final Remote remote;
  private final Terminal terminal;
  private final Set<CommandRun> runs = ConcurrentHashMap.newKeySet();
  private final Thread thread = Threads.daemons("duetime-lease-extender").newThread(this::loop);

  LeaseExtender(WorkPlan plan, Remote remote, Terminal terminal) {
    this.plan = plan;
    this.remote = remote;
    this.terminal = terminal;
  }

  void start() {
    thread.start();
  }

  void add(CommandRun run) {
    runs.add(run);
  }

  void remove(CommandRun run) {
    runs.remove(run);
  }

  /** Ends every command that still runs. */
  void killAll(CommandVerdict verdict) {
    runs.forEach(run -> run.kill(verdict));
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void loop() {
    try {
      while (true) {
        sleep(plan.times().lease().dividedBy(3));
        extend(List.copyOf(runs));
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void sleep(Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    terminal.time().after(pause, () -> over.complete(null));
    terminal.time().await(over);
  }

  private void extend(List<CommandRun> held) {
    if (held.isEmpty()) {
      return;
    }
    Map<String, CommandRun> byLease = new ConcurrentHashMap<>();
    held.forEach(run -> byLease.put(run.job().lease(), run));
    String body =
        Bodies.of("leases", byLease.keySet(), "extendBy", plan.times().lease().toMillis() + "ms");
    try {
      JsonNode results =
          remote
              .post(Remote.path("v1", "queues", plan.queue(), "extend"), body)
              .orFail()
              .json()
              .path("results");
      for (JsonNode result : results) {
        CommandRun run = byLease.get(result.path("lease").asString());
        if (run != null && result.path("outcome").asString().equals("LEASE_LOST")) {
          run.kill(new CommandVerdict.Lost());
        }
      }
    } catch (RemoteFailure unanswered) {
      terminal.complain("duetime: leases could not be extended: " + unanswered.getMessage());
    }
  }
}
