package io.duetime.bench;

import io.duetime.Durability;
import io.duetime.bench.harness.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Stores in a folder behind a server, which is started again for each turn. */
final class ServedStores extends Stores {
  private final Path parent;
  private @Nullable ServerProcess server;

  ServedStores(Path parent) {
    super(Durability.FSYNCED);
    this.parent = parent;
  }

  @Override
  public String empty() {
    close();
    try {
      server = ServerProcess.ready(parent);
      return server.url().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  protected double serverSeconds() {
    return server == null ? 0 : server.cpuSeconds();
  }

  @Override
  protected double bytes() {
    return server == null ? 0 : server.bytes();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
