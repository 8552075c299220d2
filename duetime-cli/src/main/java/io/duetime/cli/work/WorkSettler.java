package io.duetime.cli.work;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.StrictJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Settles jobs by the verdicts of their commands, and prints the outcomes. Repeats a call while the
 * server is unavailable and the lease may last.
 */
final class WorkSettler {
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int MOST_ATTEMPTS = 120;
  private static final String UNSETTLED = "UNSETTLED";

  /**
   * A repeated call was refused: the first call may have settled the job before its answer was
   * lost.
   */
  private static final String UNCERTAIN = "UNCERTAIN";

  private final WorkPlan plan;
  private final Remote remote;
  private final Terminal terminal;

  WorkSettler(WorkPlan plan, Remote remote, Terminal terminal) {
    this.plan = plan;
    this.remote = remote;
    this.terminal = terminal;
  }

  void settle(WorkJob job, CommandVerdict verdict, Duration took) throws InterruptedException {
    if (verdict instanceof CommandVerdict.Lost) {
      tell(job, "LEASE_LOST", took, null);
      return;
    }
    String result = repeatedly(verb(verdict), body(job, verdict));
    String outcome = result == null ? UNSETTLED : result;
    tell(job, outcome, took, verdict instanceof CommandVerdict.Done ? null : verdict);
  }

  private static String verb(CommandVerdict verdict) {
    if (verdict instanceof CommandVerdict.Done) {
      return "ack";
    }
    if (verdict instanceof CommandVerdict.Interrupted) {
      return "release";
    }
    return verdict instanceof CommandVerdict.Hopeless ? "bury" : "retry";
  }

  private static String body(WorkJob job, CommandVerdict verdict) {
    String field = verdict instanceof CommandVerdict.Interrupted ? "interruption" : "reason";
    return Bodies.of("leases", java.util.List.of(job.lease()), field, reason(verdict));
  }

  private static @Nullable String reason(@Nullable CommandVerdict verdict) {
    if (verdict instanceof CommandVerdict.Failed failed) {
      return failed.reason();
    }
    if (verdict instanceof CommandVerdict.Interrupted interrupted) {
      return interrupted.reason();
    }
    return verdict instanceof CommandVerdict.Hopeless hopeless ? hopeless.reason() : null;
  }

  private @Nullable String repeatedly(String verb, String body) throws InterruptedException {
    String path = Remote.path("v1", "queues", plan.queue(), verb);
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      try {
        String outcome = outcome(remote.post(path, body).orFail());
        return i > 0 && outcome.equals("LEASE_LOST") ? UNCERTAIN : outcome;
      } catch (RemoteFailure failure) {
        if (!failure.mayRepeat()) {
          terminal.complain("duetime: " + failure.getMessage());
          return null;
        }
      }
      CompletableFuture<Void> over = new CompletableFuture<>();
      terminal.time().after(PAUSE, () -> over.complete(null));
      terminal.time().await(over);
    }
    return null;
  }

  private static String outcome(ServerReply reply) {
    return reply.json().path("results").path(0).path("outcome").asString();
  }

  private void tell(WorkJob job, String outcome, Duration took, @Nullable CommandVerdict verdict) {
    boolean isDone = outcome.equals("ACKED");
    if (plan.manner().json()) {
      terminal.print(StrictJson.MAPPER.writeValueAsString(record(job, outcome, took, verdict)));
    } else if (!isDone) {
      String reason = reason(verdict);
      terminal.complain(
          "%s attempt %s: %s%s"
              .formatted(
                  job.id(), attempt(job), told(outcome), reason == null ? "" : ": " + reason));
    } else if (!plan.manner().quiet()) {
      terminal.print(
          "%s done in %d ms, started %d ms after it was due"
              .formatted(job.id(), took.toMillis(), job.latenessMillis()));
    }
  }

  private static Map<String, Object> record(
      WorkJob job, String outcome, Duration took, @Nullable CommandVerdict verdict) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("id", job.id());
    record.put("attempt", job.job().path("attempt").asInt());
    record.put("outcome", outcome);
    record.put("latenessMs", job.latenessMillis());
    record.put("tookMs", took.toMillis());
    String reason = reason(verdict);
    if (reason != null) {
      record.put("reason", reason);
    }
    return record;
  }

  private static String attempt(WorkJob job) {
    return job.job().path("attempt").asString();
  }

  private static String told(String outcome) {
    return switch (outcome) {
      case "RELEASED" -> "interrupted, runs again; the attempt does not count";
      case "RETRYING" -> "failed, will be retried";
      case "DEAD" -> "failed, is dead";
      case "SUCCEEDED" -> "failed; its successor is scheduled";
      case "CANCELLED" -> "ended; it had been cancelled";
      case "LEASE_LOST" -> "its lease was lost; another worker may have it";
      case UNSETTLED -> "could not be settled; it is retried when its lease ends";
      case UNCERTAIN -> "the server's answer was lost; either it is settled, or its lease was lost";
      default -> outcome;
    };
  }
}
