package io.duetime.server.cli.remote;

import io.duetime.server.cli.terminal.Terminal;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name the server and the form of the output. */
public final class ServerOptions {
  private static final String DEFAULT = "http://127.0.0.1:8420";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {"The server. Default: $DUETIME_SERVER, otherwise", DEFAULT + "."})
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

  /** Creates a client of the server; fails if the URL is not an HTTP URL. */
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
      // Refused below with the allowed forms.
    }
    String message = "--server is '" + url + "'; allowed: http://HOST:PORT or https://HOST:PORT";
    if (spec == null) {
      throw new IllegalStateException(message);
    }
    throw new ParameterException(spec.commandLine(), message);
  }
}
