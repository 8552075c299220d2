package io.duetime.cli.remote;

import static io.duetime.cli.remote.Param.file;
import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.client.http.ServerUri;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The options that name the server and the form of the output. */
public final class ServerOptions {
  private static final String DEFAULT = "http://127.0.0.1:8420";

  private ServerOptions() {}

  static Param[] params() {
    return new Param[] {
      text("--server", "URL", "The server. Default: $DUETIME_SERVER, otherwise", DEFAULT + ".")
          .local(),
      text(
              "--token",
              "TOKEN",
              "The token. Default: $DUETIME_TOKEN. Other users of the machine can see flags.")
          .local(),
      file(
          "--token-file", "A file with the token in its first line. Default: $DUETIME_TOKEN_FILE."),
      file(
          "--ca-file",
          "Certificates (PEM) of the authorities that the server's certificate may come from. "
              + "Default: $DUETIME_CA_FILE, otherwise those of Java."),
      file(
          "--cert-file",
          "The certificate (PEM) that a server with --tls-client-ca needs. Default: "
              + "$DUETIME_CERT_FILE."),
      file("--key-file", "The private key (PEM) of the certificate. Default: $DUETIME_KEY_FILE."),
      flag("--json", "Print the server's JSON.").local()
    };
  }

  /** The server with how to call it. */
  static ServerUri uri(Invocation given) {
    return ServerUri.parse(url(given), parameters(given));
  }

  /** The URL of the server; fails if it is not an HTTP URL. */
  public static String url(Invocation given) {
    String url = given.find("--server").or(() -> variable(given, "DUETIME_SERVER")).orElse(DEFAULT);
    if (!url.matches("https?://[^/].*")) {
      throw new CommandFailure(
          "--server is '" + url + "'; allowed: http://HOST:PORT or https://HOST:PORT",
          ExitCode.USAGE);
    }
    return url;
  }

  /** The parameters of the connection, as those of the URI of a store. */
  public static Map<String, String> parameters(Invocation given) {
    Map<String, Optional<String>> found = new LinkedHashMap<>();
    found.put("token", token(given).map(String::strip));
    if (url(given).startsWith("https:")) {
      found.put("ca", given.find("--ca-file").or(() -> variable(given, "DUETIME_CA_FILE")));
      found.put("cert", given.find("--cert-file").or(() -> variable(given, "DUETIME_CERT_FILE")));
      found.put("key", given.find("--key-file").or(() -> variable(given, "DUETIME_KEY_FILE")));
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    found.forEach((name, value) ->
        value.filter(text -> !text.isEmpty()).ifPresent(text -> parameters.put(name, text)));
    return parameters;
  }

  /** A token that is given with the command, then the environment's. */
  private static Optional<String> token(Invocation given) {
    return given
        .find("--token")
        .or(() -> given.find("--token-file").map(file -> firstLine("--token-file", file)))
        .or(() -> variable(given, "DUETIME_TOKEN"))
        .or(() ->
            variable(given, "DUETIME_TOKEN_FILE")
                .map(file -> firstLine("DUETIME_TOKEN_FILE", file)));
  }

  private static Optional<String> variable(Invocation given, String name) {
    return Optional.ofNullable(given.terminal().environment().get(name));
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
