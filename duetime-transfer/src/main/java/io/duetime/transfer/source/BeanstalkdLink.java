package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.duetime.transfer.TransferException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A connection to beanstalkd, which answers several commands at a time in their order. */
final class BeanstalkdLink implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  /** So few that neither side waits for the other to read. */
  private static final int AT_A_TIME = 500;

  private final String shown;
  private final Socket socket;
  private final InputStream in;

  /**
   * Connects.
   *
   * @throws TransferException if nothing listens there
   */
  BeanstalkdLink(String host, int port) {
    this.shown = host + ":" + port;
    try {
      socket = new Socket();
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException refused) {
      throw failure(refused);
    }
  }

  /**
   * A reply.
   *
   * @param line its first line
   * @param data what follows, or empty
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Reply(String line, byte[] data) {
    boolean is(String word) {
      return line.equals(word) || line.startsWith(word + " ");
    }

    String word(int place) {
      String[] words = line.split(" ", -1);
      return place < words.length ? words[place] : "";
    }

    /** The value of a line of the data, without quotes; empty if there is none. */
    String value(String key) {
      return new String(data, ISO_8859_1)
          .lines()
          .filter(text -> text.startsWith(key + ": "))
          .map(text -> text.substring(key.length() + 2).replaceAll("^\"|\"$", ""))
          .findFirst()
          .orElse("");
    }

    long number(String key) {
      String value = value(key);
      return value.isEmpty() ? 0 : Long.parseLong(value);
    }
  }

  /** Sends a command and returns its reply. */
  Reply ask(String command) {
    return ask(List.of(command)).get(0);
  }

  /** Sends commands and returns their replies. */
  List<Reply> ask(List<String> commands) {
    List<Reply> replies = new ArrayList<>(commands.size());
    for (int from = 0; from < commands.size(); from += AT_A_TIME) {
      List<String> some = commands.subList(from, Math.min(commands.size(), from + AT_A_TIME));
      try {
        socket.getOutputStream().write((String.join("\r\n", some) + "\r\n").getBytes(ISO_8859_1));
        for (int i = 0; i < some.size(); i++) {
          replies.add(reply());
        }
      } catch (IOException lost) {
        throw failure(lost);
      }
    }
    return replies;
  }

  private Reply reply() throws IOException {
    String line = line();
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "OK", "FOUND", "RESERVED" ->
          new Reply(line, data(Integer.parseInt(words[words.length - 1])));
      default -> new Reply(line, new byte[0]);
    };
  }

  private byte[] data(int length) throws IOException {
    byte[] data = in.readNBytes(length);
    if (data.length < length || in.readNBytes(2).length < 2) {
      throw new EOFException("the connection was closed");
    }
    return data;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection was closed");
      }
      line.append((char) next);
    }
    in.skipNBytes(1);
    return line.toString();
  }

  private TransferException failure(IOException lost) {
    return new TransferException(shown + " does not answer: " + lost.getMessage(), true);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException late) {
      // Closed is closed.
      return;
    }
  }
}
