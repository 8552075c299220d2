package io.duetime.bench.comparison;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.duetime.bench.comparison.Results.Figure;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
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
  private static final Pattern STYLE = Pattern.compile("style=\"([^\"]*)\"");
  private static final List<Figure> RATES =
      List.of(
          new Figure("schedule", "fifty", "50 callers", "+"),
          new Figure("schedule", "batch", "batches of 500", "+"),
          new Figure("drain", "rate", "drain", "+"));

  void write() throws IOException {
    throughput("Throughput as ratios to Duetime on the same kind of store");
    lines(
        "lateness",
        "Lateness at 1,000 jobs a second, in order",
        "jobs that were later: one in",
        "ms late",
        series("steady", "curve.", "", share -> 1 / (1 - share / 100)));
    lines(
        "pending",
        "Time to cancel a job, by the number of jobs that wait",
        "jobs that wait",
        "µs, median",
        series("pending", "cancel.", ".p50", jobs -> jobs));
  }

  private void throughput(String title) throws IOException {
    DefaultCategoryDataset ratios = new DefaultCategoryDataset();
    for (Spec spec : Peers.all()) {
      for (Figure figure : RATES) {
        results
            .ratio(spec, figure)
            .ifPresent(
                ratio -> ratios.addValue(Math.max(LEAST, ratio), figure.format(), spec.name()));
      }
    }
    JFreeChart chart = ChartFactory.createBarChart(title, "", "1 = Duetime", ratios);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeAxis(axis("1 = Duetime"));
    BarRenderer renderer = (BarRenderer) plot.getRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setBase(1);
    save("throughput", chart);
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
  private void lines(String name, String title, String x, String y, XYSeriesCollection data)
      throws IOException {
    JFreeChart chart = ChartFactory.createXYLineChart(title, x, y, data);
    chart.getLegend().setPosition(RectangleEdge.RIGHT);
    XYPlot plot = chart.getXYPlot();
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainAxis(axis(x));
    plot.setRangeAxis(axis(y));
    plot.getRangeAxis().setLabelAngle(Math.PI / 2); // turned text would be drawn as outlines
    for (int i = 0; i < data.getSeriesCount(); i++) {
      boolean isOurs = Peers.named(data.getSeriesKey(i).toString()).isOurs();
      plot.getRenderer().setSeriesStroke(i, new BasicStroke(isOurs ? 3.5f : 1.2f));
    }
    save(name, chart);
  }

  private static LogarithmicAxis axis(String label) {
    LogarithmicAxis axis = new LogarithmicAxis(label);
    axis.setAllowNegativesFlag(false);
    axis.setStrictValuesFlag(false);
    return axis;
  }

  private void save(String name, JFreeChart chart) throws IOException {
    VectorGraphics2D drawing = new VectorGraphics2D();
    chart.setBackgroundPaint(Color.WHITE);
    chart.getPlot().setBackgroundPaint(Color.WHITE);
    chart.draw(drawing, new Rectangle(WIDTH, HEIGHT));
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    new SVGProcessor()
        .getDocument(drawing.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
        .writeTo(svg);
    Files.writeString(
        folder.resolve("peers-" + name + ".svg"), small(svg.toString(StandardCharsets.UTF_8)));
  }

  /** Makes a drawing small: places with one decimal, each style once, no indentation. */
  private static String small(String svg) {
    Map<String, String> styles = new LinkedHashMap<>();
    String drawing =
        STYLE
            .matcher(svg.replaceAll("\\b([1-9]\\d*\\.\\d)\\d+", "$1").replaceAll("\n\\s+", "\n"))
            .replaceAll(found -> {
              String name = styles.computeIfAbsent(found.group(1), style -> "s" + styles.size());
              return "class=\"" + name + "\"";
            });
    StringBuilder classes = new StringBuilder("<style>");
    styles.forEach((style, name) -> classes.append("." + name + "{" + style + "}\n"));
    return drawing.replaceFirst("<defs>", classes + "</style>\n<defs>");
  }
}
