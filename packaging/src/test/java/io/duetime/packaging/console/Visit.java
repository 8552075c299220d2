package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;

/**
 * A visit of the console by one person. When it ends, nothing may have been written to the
 * browser's console as an error, nothing asked of another host, and no token be in an address.
 */
final class Visit implements AutoCloseable {
  /** How long a page may take on a busy machine. */
  private static final double PATIENCE_MILLIS = Long.getLong("duetime.patience", 30_000);

  static {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  private final BrowserContext context;
  private final Page page;
  private final String base;
  private final List<String> faults = new ArrayList<>();
  private boolean mayLoseServer;

  /** What differs between visits. */
  record Kind(int width, int height, ColorScheme colors, String locale) {
    static final Kind WIDE = new Kind(1_440, 900, ColorScheme.LIGHT, "en-GB");
    static final Kind PHONE = new Kind(390, 844, ColorScheme.LIGHT, "en-GB");

    Kind dark() {
      return new Kind(width, height, ColorScheme.DARK, locale);
    }
  }

  Visit(Browser browser, String base) {
    this(browser, base, Kind.WIDE);
  }

  Visit(Browser browser, String base, Kind kind) {
    this.base = base;
    context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(kind.width(), kind.height())
                .setColorScheme(kind.colors())
                .setLocale(kind.locale())
                .setTimezoneId("Europe/Berlin"));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    page = context.newPage();
    page.onConsoleMessage(message -> {
      if (message.type().equals("error") && !isExpected(message.text())) {
        faults.add("console: " + message.text());
      }
    });
    page.onPageError(error -> faults.add("page: " + error));
    page.onRequest(request -> {
      String url = request.url();
      if (!url.startsWith(base) && !url.startsWith("data:") && !url.startsWith("blob:")) {
        faults.add("request to " + url);
      }
      if (url.contains("duetime_")) {
        faults.add("token in " + url);
      }
    });
  }

  /** A server that is away or refuses is written to the browser's console by the browser itself. */
  private boolean isExpected(String text) {
    return mayLoseServer && text.contains("Failed to load resource");
  }

  /** From now on answers may fail. */
  Visit expectingFailures() {
    mayLoseServer = true;
    return this;
  }

  Page page() {
    return page;
  }

  /** Opens a place of the console, such as {@code queues/orders/jobs}. */
  Visit open(String place) {
    page.navigate(base + "/#/" + place);
    return this;
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator heading(String name) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  /** On the page of a job, moves it to so long from now. */
  Visit reschedule(String delay) {
    button("Reschedule").click();
    dialog().getByLabel("Delay", new Locator.GetByLabelOptions().setExact(true)).fill(delay);
    dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Reschedule"))
        .click();
    return this;
  }

  /** The first element with a text in it. */
  Locator text(String text) {
    return page.getByText(text).first();
  }

  /** Rows of the table of this page, without its head. */
  Locator rows() {
    return page.locator("tbody tr[aria-rowindex]");
  }

  /** Waits until the page shows a text. */
  Visit sees(String text) {
    assertThat(page.locator("body")).containsText(text, patience());
    return this;
  }

  /** By how many pixels the page is wider than its window. */
  int beyond() {
    return (int)
        page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  static com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions patience() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions()
        .setTimeout(PATIENCE_MILLIS);
  }

  @Override
  public void close() {
    context.close();
    assertThat(faults).isEmpty();
  }
}
