package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Place;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The process of one run of one system. */
final class Child {
  private Child() {}

  /** The command that starts this JVM's program with another main class. */
  static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  /** Runs: peer, run, URI and process of the server, load. */
  public static void main(String... args) {
    Findings out = new Findings(System.out);
    Place place = new Place(args[2], Long.parseLong(args[3]));
    Load load = Load.of(args[4]);
    try {
      int consumers = Peers.named(args[0]).consumers();
      if (args[1].equals("kill")) {
        new KillRun(args[0], place, consumers, load, out).run();
      } else {
        Peer peer = Peers.named(args[0]).open(place);
        new Runs(peer, place, consumers, load, out).run(args[1]);
      }
      Runtime.getRuntime().halt(0); // some systems take their time to close
    } catch (Throwable failure) {
      failure.printStackTrace();
      out.none("error", String.valueOf(failure).lines().findFirst().orElse(""));
      Runtime.getRuntime().halt(1);
    }
  }
}
