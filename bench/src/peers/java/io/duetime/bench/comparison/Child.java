package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import io.duetime.bench.peer.Place;
import io.duetime.bench.peer.Programs;
import java.nio.file.Path;
import java.util.List;

/**
 * The process of one run of one system. It writes what it finds a line each, so that a process that
 * is ended has told what it knows.
 */
final class Child {
  private Child() {}

  /** The command that runs a system; the last argument is the load by its name, or what else. */
  static List<String> command(Spec spec, String run, Place place, String last) {
    String pid = Long.toString(place.pid());
    // What is killed has to be the process that consumes.
    return spec.isOfNode() && run.equals(KillRun.CONSUMER)
        ? Programs.bullMq(place.uri(), last)
        : Programs.command(Child.class, List.of(), spec.name(), run, place.uri(), pid, last);
  }

  /** Finds a number. */
  static void put(String name, double value) {
    line(name + Results.TAB + value);
  }

  /** Finds a whole number. */
  static void put(String name, long value) {
    put(name, (double) value);
  }

  /** Finds that there is no number. */
  static void none(String name, String reason) {
    line(String.join(Results.TAB, name, Results.NONE, reason));
  }

  private static synchronized void line(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Runs what {@link #command} names. */
  public static void main(String... args) {
    Spec spec = Peers.named(args[0]);
    Place place = new Place(args[2], Long.parseLong(args[3]));
    try {
      switch (args[1]) {
        case KillRun.PRODUCER -> KillRun.produce(spec.open(place), Integer.parseInt(args[4]));
        case KillRun.CONSUMER ->
            KillRun.consume(spec.open(place), spec.consumers(), Path.of(args[4]));
        case "kill" -> new KillRun(spec, place, Load.named(args[4])).run();
        default ->
            new Runs(spec.open(place), place, spec.consumers(), Load.named(args[4])).run(args[1]);
      }
      Runtime.getRuntime().halt(0); // some systems take their time to close
    } catch (Throwable failure) {
      failure.printStackTrace();
      none("error", String.valueOf(failure).lines().findFirst().orElse(""));
      Runtime.getRuntime().halt(1);
    }
  }
}
