package io.duetime.packaging.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The browser of this machine, without a window. The tests are skipped where there is none, unless
 * {@code -Dduetime.browser=required} is set.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    // The browser is that of the machine; none is downloaded.
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  /** Starts the browser; the test is skipped if there is none. */
  static Chromium start() {
    Optional<Path> program = program();
    if (program.isEmpty() && "required".equals(System.getProperty("duetime.browser"))) {
      throw new IllegalStateException("There is no browser: install Debian's package chromium");
    }
    Assumptions.assumeTrue(
        program.isPresent(), "No browser: install chromium for the tests of the console");
    return new Chromium(program.orElseThrow());
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return NAMES.stream()
        .flatMap(name -> folders(path).map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Stream<Path> folders(String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(one -> !one.isEmpty())
        .map(Path::of);
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
