package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The plots of the page, as SVG. */
record Plots(Results results, Path folder) {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 520;
  private static final double LEAST_MILLIS = 0.01;
  private static final double LEAST_RATIO = 0.001;

  /** Writes those that have figures; returns what each shows, by its name. */
  Map<String, String> write() throws IOException {
    Map<String, String> written = new LinkedHashMap<>();
    save(
        written,
        "throughput",
        "Throughput as ratios to Duetime on the same kind of store",
        throughput());
    save(written, "lateness", "Lateness at 1,000 jobs a second, by percentile", lateness());
    save(written, "pending", "Time to cancel a job, by the number of jobs that wait", pending());
    return written;
  }

  private <C extends Chart<?, ?>> void save(
      Map<String, String> written, String name, String title, Optional<C> chart)
      throws IOException {
    if (chart.isPresent()) {
      C drawn = chart.get();
      drawn.setTitle(title);
      String file = folder.resolve("peers-" + name).toString();
      VectorGraphicsEncoder.saveVectorGraphic(drawn, file, VectorGraphicsFormat.SVG);
      written.put(name, title);
    }
  }

  private static void style(AxesChartStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xDD, 0xDD, 0xDD));
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setYAxisLogarithmic(true);
  }

  private Optional<CategoryChart> throughput() {
    Map<String, String[]> bars = new LinkedHashMap<>();
    bars.put("schedule, 50 callers", new String[] {"schedule", "fifty"});
    bars.put("schedule, batches", new String[] {"schedule", "batch"});
    bars.put("drain", new String[] {"drain", "rate"});
    List<Spec> peers =
        Peers.all().stream()
            .filter(spec -> !spec.isOurs())
            .filter(spec -> ratio(spec, "schedule", "fifty").isPresent())
            .toList();
    if (peers.isEmpty()) {
      return Optional.empty();
    }
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .yAxisTitle("ratio, 1 = Duetime")
            .build();
    style(chart.getStyler());
    chart.getStyler().setLegendPosition(LegendPosition.InsideNE);
    chart.getStyler().setXAxisLabelRotation(45);
    chart.getStyler().setAvailableSpaceFill(0.8);
    bars.forEach((title, figure) ->
        chart.addSeries(
            title,
            peers.stream().map(Spec::name).toList(),
            peers.stream()
                .map(spec -> ratio(spec, figure[0], figure[1]).orElse(LEAST_RATIO))
                .map(ratio -> Math.max(LEAST_RATIO, ratio))
                .toList()));
    return Optional.of(chart);
  }

  private Optional<Double> ratio(Spec spec, String run, String name) {
    Optional<Double> own = results.median(run, spec.name(), name);
    Optional<Double> ours = results.median(run, spec.base(), name);
    return own.isEmpty() || ours.isEmpty() || ours.get() == 0
        ? Optional.empty()
        : Optional.of(own.get() / ours.get());
  }

  /** The axis of percentiles has as much room for each further nine. */
  private Optional<XYChart> lateness() {
    XYChart chart = lines("percentile", "ms late");
    chart.setCustomXAxisTickLabelsFormatter(
        nines -> String.format(Locale.ROOT, "%.4g", 100 * (1 - Math.pow(10, -nines))));
    for (Spec spec : Peers.all()) {
      List<Double> nines = new ArrayList<>();
      List<Double> millis = new ArrayList<>();
      for (String name : results.names("steady", spec.name(), "curve.")) {
        double percentile = Double.parseDouble(name.substring("curve.".length()));
        results
            .median("steady", spec.name(), name)
            .ifPresent(late -> {
              nines.add(-Math.log10(1 - percentile / 100));
              millis.add(Math.max(LEAST_MILLIS, late));
            });
      }
      addLine(chart, spec, nines, millis);
    }
    return chart.getSeriesMap().isEmpty() ? Optional.empty() : Optional.of(chart);
  }

  private Optional<XYChart> pending() {
    XYChart chart = lines("jobs that wait", "µs to cancel one, median");
    chart.getStyler().setXAxisLogarithmic(true);
    for (Spec spec : Peers.all()) {
      List<Double> jobs = new ArrayList<>();
      List<Double> micros = new ArrayList<>();
      for (String name : results.names("pending", spec.name(), "cancel.")) {
        if (name.endsWith(".p50")) {
          results
              .median("pending", spec.name(), name)
              .ifPresent(median -> {
                jobs.add(Double.parseDouble(name.replaceAll("cancel\\.(\\d+)\\.p50", "$1")));
                micros.add(Math.max(1, median));
              });
        }
      }
      addLine(chart, spec, jobs, micros);
    }
    return chart.getSeriesMap().isEmpty() ? Optional.empty() : Optional.of(chart);
  }

  private static XYChart lines(String x, String y) {
    XYChart chart =
        new XYChartBuilder().width(WIDTH).height(HEIGHT).xAxisTitle(x).yAxisTitle(y).build();
    style(chart.getStyler());
    return chart;
  }

  /** Ours are thick. */
  private static void addLine(XYChart chart, Spec spec, List<Double> x, List<Double> y) {
    if (!x.isEmpty()) {
      XYSeries series = chart.addSeries(spec.name(), x, y);
      series.setMarker(SeriesMarkers.NONE);
      series.setLineStyle(new BasicStroke(spec.isOurs() ? 3.5f : 1.2f));
    }
  }
}
