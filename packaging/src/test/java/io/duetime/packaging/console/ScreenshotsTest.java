package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes pictures of the main pages, in {@code target/screenshots}, for people to look at; in the
 * long lanes alone.
 */
@EnabledIfSystemProperty(named = "duetime.long", matches = "true")
class ScreenshotsTest extends BrowserTest {
  private static final List<String> SHOWN =
      List.of("overview", "timeline", "queue", "late-queue", "job", "dead-jobs");

  private static final double SETTLED_MILLIS = 500;
  private static final double RATES_MILLIS = 60_000;

  private final ConsoleServer server = Servers.showcase();

  @Test
  void theMainPagesAreTakenInBothThemesWideAndOnAPhone() throws IOException {
    for (Visit.Kind kind :
        List.of(
            Visit.Kind.WIDE, Visit.Kind.WIDE.dark(), Visit.Kind.PHONE, Visit.Kind.PHONE.dark())) {
      take(kind);
    }
  }

  private void take(Visit.Kind kind) throws IOException {
    String suffix =
        (kind.width() < 720 ? "phone" : "wide")
            + "-"
            + kind.colors().name().toLowerCase(Locale.ROOT);
    try (Visit visit = new Visit(browser(), server.uri(), kind)) {
      for (String name : SHOWN) {
        Path file = Path.of("target", "screenshots", name + "-" + suffix + ".png");
        visit.open(Places.of(name).path()).sees(Places.of(name).text());
        // Charts and rates have something to show a moment later.
        visit.page().waitForTimeout(name.equals("overview") ? RATES_MILLIS : SETTLED_MILLIS);
        visit.page().screenshot(new Page.ScreenshotOptions().setPath(file));
        assertThat(Files.size(file)).as(name).isGreaterThan(10_000);
      }
    }
  }
}
