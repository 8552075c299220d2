package io.duetime.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one turn of a row has measured, by metric. */
public final class Figures {
  private final Map<Metric, Double> values = new LinkedHashMap<>();
  private long jobs;

  /**
   * A column of the table.
   *
   * @param name its heading, with the unit
   * @param format how one figure is printed
   */
  record Metric(String name, String format) {}

  /** Computes jobs a second by wall-clock time, which depends on other load on the machine. */
  public static Figures rate(long jobs, long nanos) {
    Figures figures = new Figures().with("jobs/s", "%,.0f", jobs * 1e9 / nanos);
    figures.jobs = jobs;
    return figures;
  }

  /** How many jobs a rate was computed from. */
  public long jobs() {
    return jobs;
  }

  /** Adds a figure. */
  public Figures with(String name, String format, double value) {
    values.put(new Metric(name, format), value);
    return this;
  }

  /** Adds all of another's figures. */
  public Figures with(Figures others) {
    values.putAll(others.values);
    return this;
  }

  /** Adds the processor time of the server, which other load hardly changes. */
  public Figures withServerCpu(double seconds) {
    return with("server CPU, µs a job", "%.1f", seconds * 1e6 / jobs);
  }

  Map<Metric, Double> all() {
    return values;
  }
}
