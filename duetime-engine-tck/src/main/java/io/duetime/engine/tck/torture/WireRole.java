package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.torture.process.Pause;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Puts, reserves and deletes jobs over the protocol of beanstalkd. */
record WireRole(int port, History history, SplittableRandom random) {
  /** The tube, which is the queue. */
  static final String TUBE = "wire";

  private static final int ANSWER_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 300;

  /** Works until the process is killed. */
  void run() {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(ANSWER_MILLIS);
        Wire wire = new Wire(socket);
        wire.ask("use " + TUBE);
        wire.ask("watch " + TUBE);
        while (true) {
          put(wire);
          if (random.nextInt(3) > 0) {
            reserve(wire);
          }
          Pause.millis(20 + random.nextInt(60));
        }
      } catch (IOException gone) {
        // Calls without an answer stay so in the history.
        Pause.millis(RETRY_MILLIS);
      }
    }
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  // The protocol counts delays in seconds; the body is the earliest moment.
  private void put(Wire wire) throws IOException {
    long start = now();
    int delay = random.nextInt(3);
    String due = Long.toString(start + delay * 1_000L);
    String put = "put 1 " + delay + " 2 " + due.length() + "\r\n" + due;
    String[] answer = wire.ask(put).split(" ", -1);
    if (answer[0].equals("INSERTED")) {
      note(Kind.SCHEDULE, start, answer[1], "CREATED", Long.parseLong(due));
    }
  }

  private void reserve(Wire wire) throws IOException {
    long start = now();
    String[] answer = wire.ask("reserve-with-timeout 0").split(" ", -1);
    if (!answer[0].equals("RESERVED")) {
      return;
    }
    String id = answer[1];
    note(Kind.CLAIM, start, id, "CLAIMED", Long.parseLong(wire.line()));
    int choice = random.nextInt(20);
    if (choice == 0) {
      return;
    }
    Event delete = event(Kind.SETTLE, now(), Long.MAX_VALUE, id, Event.UNKNOWN, 0);
    long number = history.begin(delete);
    String verb = choice == 1 ? "release " + id + " 1 0" : "delete " + id;
    String outcome =
        switch (wire.ask(verb).split(" ", -1)[0]) {
          case "DELETED" -> "ACKED";
          case "RELEASED" -> "RELEASED";
          case "NOT_FOUND" -> "LEASE_LOST";
          default -> Event.UNKNOWN;
        };
    history.end(number, event(Kind.SETTLE, delete.span().startMillis(), now(), id, outcome, 0));
  }

  private void note(Kind kind, long start, String id, String outcome, long due) {
    history.add(event(kind, start, now(), id, outcome, due));
  }

  private static Event event(Kind kind, long start, long end, String id, String outcome, long due) {
    return new Event(kind, new Span(start, end), new JobKey(TUBE, id), outcome, due, null);
  }

  /** A connection. Bodies are numbers, so all that the server sends are lines. */
  private static final class Wire {
    private final Socket socket;
    private final InputStream in;

    Wire(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
    }

    String ask(String command) throws IOException {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      return line();
    }

    // An answer of which a part was cut off says nothing.
    String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException();
        }
        line.append((char) next);
      }
      return line.toString().strip();
    }
  }
}
