package io.duetime.engine.tck.torture.process;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to a port of this machine, for protocols of lines. */
public final class LineSocket implements AutoCloseable {
  private final Socket socket;
  private final InputStream input;

  /** Connects; each later read fails if nothing comes for a time. */
  public LineSocket(int port, int silenceMillis) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(silenceMillis);
    input = new BufferedInputStream(socket.getInputStream());
  }

  /** Whether a port of this machine accepts connections. */
  public static boolean listens(int port) {
    try (LineSocket socket = new LineSocket(port, 0)) {
      return socket.socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  public void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The next line without its end. A line of which a part was cut off fails, as it says nothing.
   */
  public String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new EOFException("the connection was closed");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  /** The next bytes, or fewer if the connection is closed. */
  public String text(int bytes) throws IOException {
    return new String(input.readNBytes(bytes), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
