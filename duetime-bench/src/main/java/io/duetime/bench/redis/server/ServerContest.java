package io.duetime.bench.redis.server;

import io.duetime.bench.MeasuredSpread;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures several ways of doing the same, and the yardstick of the server, which take turns, so
 * that a slow moment of the machine meets all of them. The first turn of each is not counted.
 */
public final class ServerContest {
  private final Map<String, Turn> contestants = new LinkedHashMap<>();
  private final Turn yardstick;

  /** One measurement from a fresh start. */
  @FunctionalInterface
  public interface Turn {
    /** Takes it. */
    ServerThroughput take() throws Exception;
  }

  public ServerContest(Turn yardstick) {
    this.yardstick = yardstick;
  }

  public ServerContest enter(String name, Turn turn) {
    contestants.put(name, turn);
    return this;
  }

  private static void printHeading(PrintStream out) {
    out.println(
        "| what | jobs/s | to the last of its kind | to Y | server CPU, µs a job | our CPU, µs |");
    out.println("|---|---:|---:|---:|---:|---:|");
  }

  /** Measures and prints a row for each, the last to be entered being what all are compared to. */
  public void run(int repetitions, PrintStream out) throws Exception {
    List<ServerThroughput> yards = new ArrayList<>();
    Map<String, List<ServerThroughput>> paces = new LinkedHashMap<>();
    for (int repetition = 0; repetition <= repetitions; repetition++) {
      boolean counts = repetition > 0;
      for (Map.Entry<String, Turn> contestant : contestants.entrySet()) {
        List<ServerThroughput> its =
            paces.computeIfAbsent(contestant.getKey(), name -> new ArrayList<>());
        take(contestant.getValue(), its, counts);
      }
      take(yardstick, yards, counts);
    }
    out.println();
    printHeading(out);
    List<ServerThroughput> last = paces.values().stream().reduce((a, b) -> b).orElseThrow();
    paces.forEach((name, its) -> print(name, its, last, yards, out));
    printRow(out, "Y", yards, " | ", "");
  }

  private static void take(Turn turn, List<ServerThroughput> paces, boolean counts)
      throws Exception {
    ServerThroughput pace = turn.take();
    if (counts) {
      paces.add(pace);
    }
  }

  private static void print(
      String name,
      List<ServerThroughput> paces,
      List<ServerThroughput> last,
      List<ServerThroughput> yards,
      PrintStream out) {
    printRow(
        out,
        name,
        paces,
        (paces.equals(last) ? "" : ratio(paces, last)) + " | " + ratio(paces, yards),
        MeasuredSpread.of(paces, ServerThroughput::clientCpuMicros).format("%.1f"));
  }

  private static void printRow(
      PrintStream out, String name, List<ServerThroughput> paces, String ratios, String clientCpu) {
    out.printf(
        "| %s | %s | %s | %s | %s |%n",
        name,
        MeasuredSpread.of(paces, ServerThroughput::jobsPerSecond).format("%,.0f"),
        ratios,
        MeasuredSpread.of(paces, ServerThroughput::serverCpuMicros).format("%.1f"),
        clientCpu);
  }

  private static String ratio(List<ServerThroughput> paces, List<ServerThroughput> others) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < paces.size(); i++) {
      ratios.add(paces.get(i).jobsPerSecond() / others.get(i).jobsPerSecond());
    }
    return MeasuredSpread.of(ratios).format("%.2f");
  }
}
