package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.duetime.InvalidRequestException;
import io.duetime.server.LogSetup.LogLevels;
import io.duetime.server.http.routes.ServerRoutes.ServerControl.Reload;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SettingsReloaderTest {
  private static final Logger ROOT =
      (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private static final Logger NAMED = (Logger) LoggerFactory.getLogger("io.duetime.some.logger");

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger quotas = new AtomicInteger();
  private Level before;
  private ServerSettings now = settings("INFO", 8420);
  private final SettingsReloader reloader =
      new SettingsReloader(() -> now, now, true, looks::incrementAndGet, quotas::incrementAndGet);

  @BeforeEach
  void rememberTheLevel() {
    before = ROOT.getLevel();
  }

  @AfterEach
  void restoreTheLevel() {
    ROOT.setLevel(before);
    NAMED.setLevel(null);
  }

  @Test
  void levelsApplyAtOnceAndOtherSettingsAreNamed() {
    now = settings("WARN, io.duetime.some.logger=DEBUG", 8421);

    assertThat(reloader.reload().afterRestart()).containsExactly("http");
    assertThat(reloader.logLevel()).isEqualTo("WARN, io.duetime.some.logger=DEBUG");
    assertThat(ROOT.getLevel()).isEqualTo(Level.WARN);
    assertThat(NAMED.getLevel()).isEqualTo(Level.DEBUG);
    assertThat(looks).hasValue(1);
    assertThat(quotas).hasValue(1);
  }

  @Test
  void aLevelThatIsSetHoldsUntilTheSettingsAreReadAgain() {
    reloader.logLevel("ERROR, io.duetime.some.logger=TRACE");
    assertThat(ROOT.getLevel()).isEqualTo(Level.ERROR);
    assertThat(NAMED.getLevel()).isEqualTo(Level.TRACE);

    assertThat(reloader.reload()).isEqualTo(new Reload("INFO", List.of()));
    assertThat(ROOT.getLevel()).isEqualTo(Level.INFO);
    assertThat(NAMED.getLevel()).isNull();
  }

  @Test
  void wrongSettingsChangeNothing() {
    reloader.logLevel("ERROR");
    SettingsReloader wrong =
        new SettingsReloader(
            () -> {
              throw new InvalidRequestException("http", "x", "HOST:PORT");
            },
            now,
            true,
            looks::incrementAndGet,
            quotas::incrementAndGet);

    assertThatThrownBy(wrong::reload).hasMessageContaining("http is 'x'");
    assertThatThrownBy(() -> wrong.logLevel("LOUD"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("logLevel is 'LOUD'");
    assertThat(ROOT.getLevel()).isEqualTo(Level.ERROR);
    assertThat(looks).hasValue(1);
    assertThat(quotas).hasValue(0);
  }

  private static ServerSettings settings(String levels, int port) {
    return ServerSettings.builder()
        .store("memory:")
        .http(new HostPort("127.0.0.1", port))
        .set(Setting.LOG_LEVEL, LogLevels.parse("log-level", levels))
        .build();
  }

  @Test
  void aFileThatIsWrongDoesNotKeepOthersFromBeingRead() {
    ServerSettings now = ServerSettings.builder().store("memory:").build();
    SettingsReloader one =
        new SettingsReloader(
            () -> now,
            now,
            true,
            looks::incrementAndGet,
            () -> {
              throw new InvalidRequestException("quotas-file", "x", "a file");
            },
            quotas::incrementAndGet);

    assertThatThrownBy(one::reload).hasMessageContaining("quotas-file is 'x'");
    assertThat(quotas).hasValue(1);
  }
}
