package io.duetime.bench.comparison;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.duetime.bench.comparison.Results.Column;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
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

/**
 * The plots of the page, as SVG. Each returns what the page has of it, if there is anything to
 * show.
 */
record Plots(Results results, Path folder) {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 560;
  private static final double LEAST = 0.01;

  /** Throughput as ratios to Duetime on the same kind of store. */
  String throughput(String title, List<Column> columns) throws IOException {
    DefaultCategoryDataset ratios = new DefaultCategoryDataset();
    for (Spec spec : Peers.all()) {
      for (Column column : columns) {
        results
            .ratio(spec, column)
            .ifPresent(
                ratio -> ratios.addValue(Math.max(LEAST, ratio), column.title(), spec.name()));
      }
    }
    JFreeChart chart = ChartFactory.createBarChart(title, "", "1 = Duetime", ratios);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeAxis(axis("1 = Duetime"));
    plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    BarRenderer renderer = (BarRenderer) plot.getRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setBase(1);
    return save("throughput", title, chart, ratios.getRowCount());
  }

  /** Percentiles of lateness. */
  String lateness(String title) throws IOException {
    XYSeriesCollection curves = series("steady", "curve.", "", share -> 1 / (1 - share / 100));
    return lines("lateness", title, "jobs that were later: one in", "ms late", curves);
  }

  /** The time of a call by the number of jobs that wait. */
  String pending(String title) throws IOException {
    XYSeriesCollection costs = series("pending", "cancel.", ".p50", jobs -> jobs);
    return lines("pending", title, "jobs that wait", "µs, median", costs);
  }

  /** A line for each system; the places are the numbers in the names of figures. */
  private XYSeriesCollection series(
      String run, String prefix, String suffix, DoubleUnaryOperator place) {
    XYSeriesCollection all = new XYSeriesCollection();
    for (Spec spec : Peers.all()) {
      XYSeries series = new XYSeries(spec.name());
      for (String name : results.names(run, spec.name(), prefix, suffix)) {
        String number = name.substring(prefix.length(), name.length() - suffix.length());
        double x = place.applyAsDouble(Double.parseDouble(number));
        List<Double> values = results.values(run, spec.name(), name);
        if (!values.isEmpty()) {
          series.add(x, Math.max(LEAST, Results.middle(values)));
        }
      }
      if (!series.isEmpty()) {
        all.addSeries(series);
      }
    }
    return all;
  }

  /** On logarithmic axes; ours are thick. */
  private String lines(String name, String title, String x, String y, XYSeriesCollection data)
      throws IOException {
    JFreeChart chart = ChartFactory.createXYLineChart(title, x, y, data);
    chart.getLegend().setPosition(RectangleEdge.RIGHT);
    XYPlot plot = chart.getXYPlot();
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainAxis(axis(x));
    plot.setRangeAxis(axis(y));
    for (int i = 0; i < data.getSeriesCount(); i++) {
      boolean isOurs = Peers.named(data.getSeriesKey(i).toString()).isOurs();
      plot.getRenderer().setSeriesStroke(i, new BasicStroke(isOurs ? 3.5f : 1.2f));
    }
    return save(name, title, chart, data.getSeriesCount());
  }

  /** Its labels are plain text, which the file keeps as text. */
  private static LogarithmicAxis axis(String label) {
    LogarithmicAxis axis = new LogarithmicAxis(label);
    axis.setAllowNegativesFlag(false);
    axis.setStrictValuesFlag(false);
    axis.setLog10TickLabelsFlag(true);
    return axis;
  }

  private String save(String name, String title, JFreeChart chart, int shown) throws IOException {
    if (shown == 0) {
      return "";
    }
    VectorGraphics2D drawing = new VectorGraphics2D();
    chart.setBackgroundPaint(Color.WHITE);
    chart.getPlot().setBackgroundPaint(Color.WHITE);
    chart.draw(drawing, new Rectangle(WIDTH, HEIGHT));
    try (OutputStream file = Files.newOutputStream(folder.resolve("peers-" + name + ".svg"))) {
      new SVGProcessor()
          .getDocument(drawing.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
          .writeTo(file);
    }
    return "![" + title + "](peers-" + name + ".svg)";
  }
}
