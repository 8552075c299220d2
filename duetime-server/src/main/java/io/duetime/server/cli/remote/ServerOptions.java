package io.duetime.server.cli.remote;

import io.duetime.server.cli.remote.Profiles.Profile;
import io.duetime.server.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
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
      description = {
        "The server. Default: $DUETIME_SERVER, otherwise the server of a profile, otherwise",
        DEFAULT + "."
      })
  private @Nullable String server;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "The token. Default: that of the profile, otherwise $DUETIME_TOKEN. Other users of the "
            + "machine can see flags."
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
            + "Default: those of the profile, otherwise $DUETIME_CA_FILE, otherwise those of Java."
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

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = {
        "A profile with a server, its token and certificates, of ~/.config/duetime/profiles.yml.",
        "Default: $DUETIME_PROFILE, otherwise the profile named default."
      })
  private @Nullable String profile;

  @Option(names = "--json", description = "Print the server's JSON.")
  private boolean json;

  /** Whether the command line names the server. */
  public boolean isGiven() {
    return server != null || profile != null;
  }

  /** Whether to print the server's JSON. */
  public boolean isJson() {
    return json;
  }

  /** A token that is given with the command, then that of the profile, then the environment's. */
  private @Nullable String token(Map<String, String> environment, Profile target) {
    String given = token();
    if (given == null) {
      given = target.token().orElseGet(() -> environment.get("DUETIME_TOKEN"));
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

  private @Nullable SSLContext encryption(
      Map<String, String> environment, Profile target, URI server) {
    if ("http".equals(server.getScheme())) {
      return null;
    }
    Path authorities = first(caFile, target.files().authorities(), environment, "DUETIME_CA_FILE");
    Path certificate =
        first(certFile, target.files().certificate(), environment, "DUETIME_CERT_FILE");
    Path key = first(keyFile, target.files().key(), environment, "DUETIME_KEY_FILE");
    if ((certificate == null) != (key == null)) {
      throw misuse("--cert-file and --key-file: give both or neither");
    }
    return authorities == null && certificate == null
        ? null
        : TlsContext.of(authorities, certificate, key);
  }

  /** A file that is given with the command, then that of the profile, then the environment's. */
  private static @Nullable Path first(
      @Nullable Path given,
      @Nullable Path ofProfile,
      Map<String, String> environment,
      String variable) {
    if (given != null || ofProfile != null) {
      return given == null ? ofProfile : given;
    }
    String text = environment.get(variable);
    return text == null ? null : Path.of(text);
  }

  /** Creates a client of the server; fails if the URL is not an HTTP URL. */
  public Remote connect(Terminal terminal) {
    Map<String, String> environment = terminal.environment();
    Profile target = target(environment);
    URI url = url(target.server());
    return new Remote(url, token(environment, target), encryption(environment, target, url));
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

  /** A server that is named by itself gets no token of a profile. */
  private Profile target(Map<String, String> environment) {
    if (server != null && profile != null) {
      throw misuse("--server and --profile both name a server; give one of them");
    }
    String url = server;
    String name = profile;
    if (url == null && name == null) {
      url = environment.get("DUETIME_SERVER");
      name = url == null ? environment.get("DUETIME_PROFILE") : null;
    }
    if (url != null) {
      return Profile.of(url);
    }
    Profiles profiles = Profiles.read(environment);
    return name == null ? profiles.byDefault().orElse(Profile.of(DEFAULT)) : profiles.named(name);
  }

  private RuntimeException misuse(String message) {
    return spec == null
        ? new IllegalStateException(message)
        : new ParameterException(spec.commandLine(), message);
  }
}
