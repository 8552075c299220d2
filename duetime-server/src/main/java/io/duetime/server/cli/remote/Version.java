package io.duetime.server.cli.remote;

import io.duetime.server.DuetimeServer;
import picocli.CommandLine.IVersionProvider;

/** Tells the version of the command. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"duetime " + DuetimeServer.version()};
  }
}
