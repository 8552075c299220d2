package io.duetime.server.cli.remote;

import io.duetime.server.cli.terminal.Terminal;
import java.net.URI;
import javax.net.ssl.SSLContext;
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

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "The token. Default: $DUETIME_TOKEN. Other users of the machine can see flags.")
  private @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with the token in its first line. Default: $DUETIME_TOKEN_FILE.")
  private @Nullable String tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description = {
        "Certificates (PEM) of the authorities that the server's certificate may come from. "
            + "Default: $DUETIME_CA_FILE, otherwise those of Java."
      })
  private @Nullable String caFile;

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

  private @Nullable String token(Terminal terminal) {
    if (token != null) {
      return token;
    }
    String file = tokenFile;
    if (file == null) {
      String given = terminal.environment().get("DUETIME_TOKEN");
      if (given != null) {
        return given;
      }
      file = terminal.environment().get("DUETIME_TOKEN_FILE");
    }
    return file == null ? null : SecretFile.firstLine("--token-file", file);
  }

  private @Nullable SSLContext encryption(Terminal terminal, URI server) {
    String file = caFile == null ? terminal.environment().get("DUETIME_CA_FILE") : caFile;
    return file == null || "http".equals(server.getScheme()) ? null : TrustFile.context(file);
  }

  /** Creates a client of the server; fails if the URL is not an HTTP URL. */
  public Remote connect(Terminal terminal) {
    String url =
        server == null ? terminal.environment().getOrDefault("DUETIME_SERVER", DEFAULT) : server;
    try {
      URI uri = URI.create(url);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null) {
        return new Remote(uri, token(terminal), encryption(terminal, uri));
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
