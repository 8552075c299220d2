package io.duetime.bench.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.SocketFactory;

/** A connection that makes one HTTP call at a time, with as little work as possible. */
final class HttpSocket implements AutoCloseable {
  private static final int BUFFER = 64 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  HttpSocket(URI server) throws IOException {
    this(server, SocketFactory.getDefault());
  }

  HttpSocket(URI server, SocketFactory sockets) throws IOException {
    socket = sockets.createSocket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    out = socket.getOutputStream();
  }

  /** Makes a call and returns the body of the answer; throws unless it is a success. */
  String call(String method, String path, String type, byte[] body) throws IOException {
    send(method, path, type, body);
    return new String(receive(), StandardCharsets.UTF_8);
  }

  String get(String path) throws IOException {
    return call("GET", path, "application/json", new byte[0]);
  }

  String post(String path, String json) throws IOException {
    return call("POST", path, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** Streams lines from a thread of its own while it reads the answers; returns those. */
  byte[] stream(String path, byte[] lines) throws IOException, InterruptedException {
    Thread writer =
        new Thread(() -> {
          try {
            send("POST", path, "application/x-ndjson", lines);
          } catch (IOException broken) {
            // The reader sees the end of the connection.
          }
        });
    writer.start();
    byte[] answers = receive();
    writer.join();
    return answers;
  }

  private void send(String method, String path, String type, byte[] body) throws IOException {
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] first = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    out.write(all);
  }

  private byte[] receive() throws IOException {
    String status = line();
    int length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
      }
    }
    byte[] body = length >= 0 ? in.readNBytes(length) : chunks();
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(status + ": " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int size = chunk(); size > 0; size = chunk()) {
      all.write(in.readNBytes(size));
      line();
    }
    line();
    return all.toByteArray();
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line(), 16);
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
