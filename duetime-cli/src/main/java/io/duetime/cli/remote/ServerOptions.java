package io.duetime.cli.remote;

import io.duetime.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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

  /** A token that is given with the command, then the environment's. */
  private @Nullable String token(Map<String, String> environment) {
    String given = token();
    if (given == null) {
      given = environment.get("DUETIME_TOKEN");
    }
    String file = environment.get("DUETIME_TOKEN_FILE");
    return checked(
        given == null && file != null ? SecretFile.firstLine("DUETIME_TOKEN_FILE", file) : given);
  }

  private @Nullable String token() {
    return token == null && tokenFile != null
        ? SecretFile.firstLine("--token-file", tokenFile.toString())
        : token;
  }

  /** Refuses what cannot be in a header, which Java would do with the token in its message. */
  private @Nullable String checked(@Nullable String given) {
    String text = given == null ? null : given.strip();
    if (text != null && text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw misuse("the token has characters that no token has; is its file plain ASCII text?");
    }
    return text;
  }

  private @Nullable SSLContext encryption(Map<String, String> environment, URI server) {
    if ("http".equals(server.getScheme())) {
      return null;
    }
    Path authorities = first(caFile, environment, "DUETIME_CA_FILE");
    Path certificate = first(certFile, environment, "DUETIME_CERT_FILE");
    Path key = first(keyFile, environment, "DUETIME_KEY_FILE");
    if ((certificate == null) != (key == null)) {
      throw misuse("--cert-file and --key-file: give both or neither");
    }
    return authorities == null && certificate == null
        ? null
        : TlsContext.of(authorities, certificate, key);
  }

  /** A file that is given with the command, otherwise the environment's. */
  private static @Nullable Path first(
      @Nullable Path given, Map<String, String> environment, String variable) {
    String text = environment.get(variable);
    return given != null || text == null ? given : Path.of(text);
  }

  /** Creates a client of the server; fails if the URL is not an HTTP URL. */
  public Remote connect(Terminal terminal) {
    Map<String, String> environment = terminal.environment();
    URI url = url(server == null ? environment.getOrDefault("DUETIME_SERVER", DEFAULT) : server);
    return new Remote(url, token(environment), encryption(environment, url));
  }

  /** The URL of the server; fails if it is not an HTTP URL. */
  public String url(Terminal terminal) {
    String text = server == null ? terminal.environment().get("DUETIME_SERVER") : server;
    return url(text == null ? DEFAULT : text).toString();
  }

  /** The parameters of the connection, as those of the URI of a store. */
  public Map<String, String> parameters(Terminal terminal) {
    Map<String, String> parameters = new HashMap<>();
    String given = token(terminal.environment());
    if (given != null) {
      parameters.put("token", given);
    }
    Path authorities = first(caFile, terminal.environment(), "DUETIME_CA_FILE");
    if (authorities != null) {
      parameters.put("ca", authorities.toString());
    }
    return parameters;
  }

  /** Creates a client of the server at this URL, with a token only if the command line has one. */
  public Remote connect(String url) {
    return new Remote(url(url), checked(token()), null);
  }

  private URI url(String url) {
    try {
      URI uri = URI.create(url);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException malformed) {
      // Refused below with the allowed forms.
    }
    String message = "--server is '" + url + "'; allowed: http://HOST:PORT or https://HOST:PORT";
    throw misuse(message);
  }

  private RuntimeException misuse(String message) {
    return spec == null
        ? new IllegalStateException(message)
        : new ParameterException(spec.commandLine(), message);
  }
}
