package io.duetime.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls a server over one connection. Reads only answers with a length, which keeps it lighter than
 * an HTTP client.
 */
final class WarmUpCaller implements AutoCloseable {
  private static final Pattern LEASE = Pattern.compile("\"lease\":(\"[^\"]*\")");
  private static final String LENGTH = "content-length:";
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  WarmUpCaller(InetSocketAddress server) throws IOException {
    socket = new Socket(server.getAddress(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends JSON and returns the body of the answer, whatever its status. */
  String call(String method, String path, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    socket.getOutputStream().write((head + json).getBytes(StandardCharsets.UTF_8));
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String small = line.toLowerCase(Locale.ROOT);
      if (small.startsWith(LENGTH)) {
        length = Integer.parseInt(small.substring(LENGTH.length()).strip());
      }
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the connection was closed");
      }
      line.append((char) c);
    }
    return line.toString().stripTrailing();
  }

  /** The leases in a claim's answer, as a JSON array. */
  static String leases(String claimed) {
    return LEASE
        .matcher(claimed)
        .results()
        .map((MatchResult lease) -> lease.group(1))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
