package io.duetime.packaging.console;

import com.microsoft.playwright.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Tests with a browser, which is started once for all of a class. */
@Tag("full")
abstract class BrowserTest {
  private static Chromium chromium;

  @BeforeAll
  static void startBrowser() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void closeBrowser() {
    if (chromium != null) {
      chromium.close();
    }
  }

  static Browser browser() {
    return chromium.browser();
  }
}
