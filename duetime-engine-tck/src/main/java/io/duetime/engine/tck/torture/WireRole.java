package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.torture.process.LineSocket;
import io.duetime.engine.tck.torture.process.Pause;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Puts, reserves and deletes jobs over the protocol of beanstalkd. Bodies are numbers, so all that
 * the server sends are lines.
 */
record WireRole(int port, History history, SplittableRandom random) {
  /** The tube, which is the queue. */
  static final String TUBE = "wire";

  private static final int ANSWER_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 300;

  /** Works until the process is killed. */
  void run() {
    while (true) {
      try (LineSocket wire = new LineSocket(port, ANSWER_MILLIS)) {
        ask(wire, "use " + TUBE);
        ask(wire, "watch " + TUBE);
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

  private static String[] ask(LineSocket wire, String command) throws IOException {
    wire.write(command + "\r\n");
    return wire.line().split(" ", -1);
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  // The protocol counts delays in seconds; the body is the earliest moment.
  private void put(LineSocket wire) throws IOException {
    long start = now();
    int delay = random.nextInt(3);
    long due = start + delay * 1_000L;
    String body = Long.toString(due);
    String[] answer = ask(wire, "put 1 " + delay + " 2 " + body.length() + "\r\n" + body);
    if (answer[0].equals("INSERTED")) {
      add(Kind.SCHEDULE, start, answer[1], "CREATED", due);
    }
  }

  private void reserve(LineSocket wire) throws IOException {
    long start = now();
    String[] answer = ask(wire, "reserve-with-timeout 0");
    if (!answer[0].equals("RESERVED")) {
      return;
    }
    String id = answer[1];
    add(Kind.CLAIM, start, id, "CLAIMED", Long.parseLong(wire.line()));
    int choice = random.nextInt(20);
    if (choice > 0) {
      settle(wire, id, choice == 1 ? "release " + id + " 1 0" : "delete " + id);
    }
  }

  private void settle(LineSocket wire, String id, String command) throws IOException {
    Event asked = Event.asked(Kind.SETTLE, now(), new JobKey(TUBE, id), 0);
    long number = history.begin(asked);
    String outcome =
        switch (ask(wire, command)[0]) {
          case "DELETED" -> "ACKED";
          case "RELEASED" -> "RELEASED";
          case "NOT_FOUND" -> "LEASE_LOST";
          default -> Event.UNKNOWN;
        };
    history.end(number, asked.withAnswer(now(), outcome));
  }

  private void add(Kind kind, long start, String id, String outcome, long due) {
    history.add(Event.asked(kind, start, new JobKey(TUBE, id), due).withAnswer(now(), outcome));
  }
}
