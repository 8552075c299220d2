package io.duetime.bench.comparison;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** The plots of the page, as SVG. */
record Plots(Results results, Path folder) {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 560;
  private static final double LEAST = 0.01;
  private static final Map<String, String[]> BARS = new LinkedHashMap<>();

  static {
    BARS.put("schedule, 50 callers", new String[] {"schedule", "fifty"});
    BARS.put("schedule, batches", new String[] {"schedule", "batch"});
    BARS.put("drain", new String[] {"drain", "rate"});
  }

  /** Writes those that have figures; returns what each shows, by its name. */
  Map<String, String> write() throws IOException {
    Map<String, String> written = new LinkedHashMap<>();
    DefaultCategoryDataset bars = ratios();
    if (bars.getRowCount() > 0) {
      String title = "Throughput as ratios to Duetime on the same kind of store";
      save(written, "throughput", title, bars(title, bars));
    }
    XYSeriesCollection curves = curves();
    if (curves.getSeriesCount() > 0) {
      String title = "Lateness at 1,000 jobs a second, in order";
      String x = "jobs that were later: one in";
      save(written, "lateness", title, lines(title, x, "ms late", curves));
    }
    XYSeriesCollection costs = costs();
    if (costs.getSeriesCount() > 0) {
      String title = "Time to cancel a job, by the number of jobs that wait";
      save(written, "pending", title, lines(title, "jobs that wait", "µs, median", costs));
    }
    return written;
  }

  private void save(Map<String, String> written, String name, String title, JFreeChart chart)
      throws IOException {
    VectorGraphics2D drawing = new VectorGraphics2D();
    chart.setBackgroundPaint(Color.WHITE);
    chart.draw(drawing, new Rectangle(WIDTH, HEIGHT));
    try (OutputStream file = Files.newOutputStream(folder.resolve("peers-" + name + ".svg"))) {
      new SVGProcessor()
          .getDocument(drawing.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
          .writeTo(file);
    }
    written.put(name, title);
  }

  private static JFreeChart bars(String title, DefaultCategoryDataset ratios) {
    JFreeChart chart = ChartFactory.createBarChart(title, "", "1 = Duetime", ratios);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeAxis(axis("1 = Duetime"));
    plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    BarRenderer renderer = (BarRenderer) plot.getRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setBase(1);
    return chart;
  }

  private DefaultCategoryDataset ratios() {
    DefaultCategoryDataset ratios = new DefaultCategoryDataset();
    for (Spec spec : Peers.all()) {
      BARS.forEach((title, figure) -> {
        if (!spec.isOurs()) {
          ratio(spec, figure[0], figure[1])
              .ifPresent(ratio -> ratios.addValue(Math.max(LEAST, ratio), title, spec.name()));
        }
      });
    }
    return ratios;
  }

  private Optional<Double> ratio(Spec spec, String run, String name) {
    Optional<Double> ours = results.median(run, spec.base(), name);
    return results
        .median(run, spec.name(), name)
        .flatMap(own -> ours.filter(base -> base > 0).map(base -> own / base));
  }

  private XYSeriesCollection curves() {
    XYSeriesCollection curves = new XYSeriesCollection();
    for (Spec spec : Peers.all()) {
      XYSeries series = new XYSeries(spec.name());
      for (String name : results.names("steady", spec.name(), "curve.")) {
        double percentile = Double.parseDouble(name.substring("curve.".length()));
        results
            .median("steady", spec.name(), name)
            .ifPresent(late -> series.add(1 / (1 - percentile / 100), Math.max(LEAST, late)));
      }
      addUnlessEmpty(curves, series);
    }
    return curves;
  }

  private XYSeriesCollection costs() {
    XYSeriesCollection costs = new XYSeriesCollection();
    for (Spec spec : Peers.all()) {
      XYSeries series = new XYSeries(spec.name());
      for (String name : results.names("pending", spec.name(), "cancel.")) {
        if (name.endsWith(".p50")) {
          double jobs = Double.parseDouble(name.split("\\.", -1)[1]);
          results
              .median("pending", spec.name(), name)
              .ifPresent(micros -> series.add(jobs, Math.max(LEAST, micros)));
        }
      }
      addUnlessEmpty(costs, series);
    }
    return costs;
  }

  private static void addUnlessEmpty(XYSeriesCollection all, XYSeries series) {
    if (!series.isEmpty()) {
      all.addSeries(series);
    }
  }

  /** On logarithmic axes; ours are thick. */
  private static JFreeChart lines(String title, String x, String y, XYSeriesCollection data) {
    JFreeChart chart = ChartFactory.createXYLineChart(title, x, y, data);
    chart.getLegend().setPosition(RectangleEdge.RIGHT);
    XYPlot plot = chart.getXYPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainAxis(axis(x));
    plot.setRangeAxis(axis(y));
    for (int i = 0; i < data.getSeriesCount(); i++) {
      boolean isOurs = Peers.named(data.getSeriesKey(i).toString()).isOurs();
      plot.getRenderer().setSeriesStroke(i, new BasicStroke(isOurs ? 3.5f : 1.2f));
    }
    return chart;
  }

  /** Its labels are plain text, which the file keeps as text. */
  private static LogarithmicAxis axis(String label) {
    LogarithmicAxis axis = new LogarithmicAxis(label);
    axis.setAllowNegativesFlag(false);
    axis.setStrictValuesFlag(false);
    axis.setLog10TickLabelsFlag(true);
    return axis;
  }
}
