package io.duetime.cli.moving;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.EngineContext;
import io.duetime.internal.client.EngineOpener;
import io.duetime.internal.settings.DurationReader;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.MoveTarget;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all sources share: where the jobs go, and how they are moved. */
final class MoveOptions {
  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "Store the jobs in this store itself, not through a server.")
  private @Nullable String store;

  @Option(
      names = "--dry-run",
      description = "Count the entries and print some of them; change nothing.")
  private boolean dryRun;

  @Option(
      names = "--follow",
      description = "Go on with entries that are added, until the command is stopped.")
  private boolean follow;

  @Option(
      names = "--idle-exit",
      paramLabel = "TIME",
      description = "With --follow: end when nothing was added for this time.")
  private @Nullable String idleExit;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description = "Give up when nothing is answered or accepted for this time; default: 1m.")
  private String patience = "1m";

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = {
        "The content type of all payloads. By default JSON objects and arrays are "
            + "application/json, other text is text/plain, and the rest application/octet-stream."
      })
  private @Nullable String contentType;

  @Option(
      names = "--remember",
      paramLabel = "TIME",
      description = {
        "How long a done job is remembered, so that an import that is run again within this time "
            + "repeats no job; default: 24h."
      })
  private @Nullable String remember;

  boolean isDryRun() {
    return dryRun;
  }

  boolean isFollowing() {
    return follow;
  }

  boolean isJson() {
    return server.isJson();
  }

  Duration patience() {
    return DurationReader.parse("--patience", patience);
  }

  /** How long nothing may be added, or null for ever. */
  @Nullable Duration idleExit() {
    if (idleExit != null && !follow) {
      throw new InvalidRequestException("--idle-exit", idleExit, "only with --follow");
    }
    return idleExit == null ? null : DurationReader.parse("--idle-exit", idleExit);
  }

  JobTerms terms() {
    return new JobTerms(
        contentType,
        remember == null ? JobTerms.REMEMBER : DurationReader.parse("--remember", remember));
  }

  /** Opens the target, before anything is taken. */
  MoveTarget target(Terminal terminal) {
    if (store == null) {
      Remote remote = server.connect(terminal);
      remote.get("/health/live");
      return new ServerTarget(remote);
    }
    if (server.isGiven()) {
      throw new InvalidRequestException("--store", store, "only without --server");
    }
    if (store.startsWith("memory:")) {
      throw new InvalidRequestException("store", store, "a store that outlives this command");
    }
    return new EngineTarget(EngineOpener.open(store, new EngineContext(terminal.time(), Map.of())));
  }
}
