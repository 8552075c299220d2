package io.duetime.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** A connection that makes one HTTP call at a time, with as little work as possible. */
final class HttpSocket implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  HttpSocket(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
  }

  String get(String path) throws IOException {
    return call("GET", path, "application/json", "");
  }

  String post(String path, String json) throws IOException {
    return call("POST", path, "application/json", json);
  }

  /** Makes a call and returns the body of the answer; throws unless it is a success. */
  String call(String method, String path, String type, String body) throws IOException {
    socket.getOutputStream().write(request(method, path, type, body));
    return receive();
  }

  /** Streams lines from a thread of its own while it reads the answers; returns those. */
  String stream(String path, String lines) throws IOException {
    byte[] request = request("POST", path, "application/x-ndjson", lines);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(() -> {
          try {
            socket.getOutputStream().write(request);
          } catch (IOException broken) {
            // The reader sees the end of the connection.
          }
        });
    String answers = receive();
    writer.join();
    return answers;
  }

  private static byte[] request(String method, String path, String type, String body) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(method, path, type, body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private String receive() throws IOException {
    String status = line();
    int length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      }
    }
    byte[] bytes = length >= 0 ? in.readNBytes(length) : chunks();
    String body = new String(bytes, StandardCharsets.UTF_8);
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(status + ": " + body);
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int size;
    do {
      size = Integer.parseInt(line(), 16);
      all.write(in.readNBytes(size));
      line();
    } while (size > 0);
    return all.toByteArray();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server has closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
