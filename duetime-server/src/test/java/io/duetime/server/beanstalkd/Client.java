package io.duetime.server.beanstalkd;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes over one connection and reads the answers. */
final class Client implements AutoCloseable {
  /** A guard against hanging only. */
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  Client(InetSocketAddress address) throws IOException {
    this.socket = new Socket(address.getAddress(), address.getPort());
    this.socket.setSoTimeout(PATIENCE_MILLIS);
    this.socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a text as it is. */
  Client send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  /** Sends a line and reads one answer. */
  String ask(String line) {
    return send(line + "\r\n").answer();
  }

  /** Puts a job and returns the answer. */
  String put(String options, String body) {
    return ask("put " + options + " " + body.length() + "\r\n" + body);
  }

  /** Reads one answer: its line and its data, without the last CRLF; empty at the end. */
  String answer() {
    try {
      String line = line();
      String[] words = line.split(" ");
      boolean hasData =
          words[0].equals("RESERVED") || words[0].equals("FOUND") || words[0].equals("OK");
      if (!hasData) {
        return line;
      }
      byte[] data = in.readNBytes(Integer.parseInt(words[words.length - 1]));
      String end = line();
      return line + "\r\n" + new String(data, StandardCharsets.ISO_8859_1) + end;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.append((char) next);
      if (next == '\n') {
        return line.substring(0, line.length() - 2);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }
}
