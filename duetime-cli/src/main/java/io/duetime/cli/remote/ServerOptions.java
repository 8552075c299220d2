package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ServerUri;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the server and the form of the output. */
public final class ServerOptions {
  private static final String DEFAULT = "http://127.0.0.1:8420";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {"The server. Default: $DUETIME_SERVER, otherwise", DEFAULT + "."})
  private @Nullable String server;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "The token. Default: $DUETIME_TOKEN. Other users of the machine can see flags."
      })
  private @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with the token in its first line. Default: $DUETIME_TOKEN_FILE.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description = {
        "Certificates (PEM) of the authorities that the server's certificate may come from. "
            + "Default: $DUETIME_CA_FILE, otherwise those of Java."
      })
  private @Nullable Path caFile;

  @Option(
      names = "--cert-file",
      paramLabel = "FILE",
      description = {
        "The certificate (PEM) that a server with --tls-client-ca needs. Default: "
            + "$DUETIME_CERT_FILE."
      })
  private @Nullable Path certFile;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "The private key (PEM) of the certificate. Default: $DUETIME_KEY_FILE.")
  private @Nullable Path keyFile;

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
    return new Remote(ServerUri.parse(url(terminal), parameters(terminal)));
  }

  /** The URL of the server; fails if it is not an HTTP URL. */
  public String url(Terminal terminal) {
    String url = server == null ? terminal.environment().get("DUETIME_SERVER") : server;
    if (url == null) {
      return DEFAULT;
    }
    if (!url.matches("https?://[^/].*")) {
      throw new CommandFailure(
          "--server is '" + url + "'; allowed: http://HOST:PORT or https://HOST:PORT",
          ExitCode.USAGE);
    }
    return url;
  }

  /** The parameters of the connection, as those of the URI of a store. */
  public Map<String, String> parameters(Terminal terminal) {
    Map<String, String> environment = terminal.environment();
    Map<String, String> parameters = new LinkedHashMap<>();
    put(parameters, "token", token(environment));
    if (url(terminal).startsWith("https:")) {
      put(parameters, "ca", file(caFile, environment.get("DUETIME_CA_FILE")));
      put(parameters, "cert", file(certFile, environment.get("DUETIME_CERT_FILE")));
      put(parameters, "key", file(keyFile, environment.get("DUETIME_KEY_FILE")));
    }
    return parameters;
  }

  private static void put(Map<String, String> parameters, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      parameters.put(name, value);
    }
  }

  private static @Nullable String file(@Nullable Path given, @Nullable String variable) {
    return given == null ? variable : given.toString();
  }

  /** A token that is given with the command, then the environment's. */
  private @Nullable String token(Map<String, String> environment) {
    String given = token;
    if (given == null && tokenFile != null) {
      given = firstLine("--token-file", tokenFile.toString());
    }
    if (given == null) {
      given = environment.get("DUETIME_TOKEN");
    }
    String file = environment.get("DUETIME_TOKEN_FILE");
    if (given == null && file != null) {
      given = firstLine("DUETIME_TOKEN_FILE", file);
    }
    return given == null ? null : given.strip();
  }

  /** Reads a secret from the first line of a file. */
  public static String firstLine(String option, String file) {
    try {
      String text = Files.readString(Path.of(file), StandardCharsets.UTF_8);
      return text.lines().findFirst().orElse("").strip();
    } catch (IOException | InvalidPathException unreadable) {
      throw new CommandFailure(option + ": cannot read " + file);
    }
  }
}
