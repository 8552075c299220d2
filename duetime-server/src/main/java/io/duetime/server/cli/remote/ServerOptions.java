package io.duetime.server.cli.remote;

import io.duetime.server.cli.terminal.Terminal;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which server to talk to, and how to print what it says. */
public final class ServerOptions {
  private static final String DEFAULT = "http://127.0.0.1:8420";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {"The server; otherwise $DUETIME_SERVER, otherwise", DEFAULT + "."})
  private @Nullable String server;

  @Option(names = "--json", description = "Print the server's JSON.")
  private boolean json;

  /** Whether the command line names the server. */
  public boolean isGiven() {
    return server != null;
  }

  /** Whether to print the server's JSON. */
  public boolean isJson() {
    return json;
  }

  /** Prepares calls to the server; fails when its URL is not one of HTTP. */
  public Remote connect(Terminal terminal) {
    String url =
        server == null ? terminal.environment().getOrDefault("DUETIME_SERVER", DEFAULT) : server;
    try {
      URI uri = URI.create(url);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null) {
        return new Remote(uri);
      }
    } catch (IllegalArgumentException malformed) {
      // Said below, with the forms that are allowed.
    }
    String message = "--server is '" + url + "'; allowed: http://HOST:PORT or https://HOST:PORT";
    if (spec == null) {
      throw new IllegalStateException(message);
    }
    throw new ParameterException(spec.commandLine(), message);
  }
}
