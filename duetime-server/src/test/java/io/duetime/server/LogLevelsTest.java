package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import io.duetime.server.LogSetup.JsonLogEncoder;
import io.duetime.server.LogSetup.LogFormat;
import io.duetime.server.LogSetup.LogLevels;
import io.duetime.server.json.JsonTrees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

class LogLevelsTest {
  @Test
  void aTextHasOneLevelForAllLoggersAndOthersByName() {
    assertThat(LogLevels.parse("l", "warn, io.duetime=Debug ,io.netty=OFF"))
        .isEqualTo(new LogLevels("WARN", Map.of("io.duetime", "DEBUG", "io.netty", "OFF")))
        .hasToString("WARN, io.duetime=DEBUG, io.netty=OFF");
    assertThat(LogLevels.parse("l", "io.netty=OFF").root()).isEqualTo("INFO");
    assertThatThrownBy(() -> LogLevels.parse("l", "")).hasMessageStartingWith("l is ''; allowed");
    assertThatThrownBy(() -> LogLevels.parse("l", "INFO,,")).hasMessageStartingWith("l is");
  }

  @Test
  void theNameOfTheRootLoggerMeansAllLoggers() {
    assertThat(LogLevels.parse("l", "ROOT=DEBUG,a.b=WARN"))
        .isEqualTo(new LogLevels("DEBUG", Map.of("a.b", "WARN")));
    assertThat(LogLevels.parse("l", "root=DEBUG")).hasToString("DEBUG");
  }

  @Test
  void levelsThatAreNamedNoMoreAreThoseOfTheRootAgain() {
    Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level before = root.getLevel();
    try {
      LogLevels first = LogLevels.parse("l", "WARN,a.b=DEBUG");
      first.apply();
      assertThat(logger("a.b.c").getEffectiveLevel()).isEqualTo(Level.DEBUG);

      LogLevels.parse("l", "ERROR").applyInsteadOf(first);

      assertThat(logger("a.b.c").getEffectiveLevel()).isEqualTo(Level.ERROR);
    } finally {
      root.setLevel(before);
    }
  }

  @Test
  void librariesStayAtDebugAsTheyTracePayloadsAndPasswords() {
    Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level before = root.getLevel();
    LogLevels trace =
        LogLevels.parse("l", "TRACE,io=TRACE,io.lettuce.core.protocol=TRACE,io.netty=WARN");
    try {
      trace.apply();

      assertThat(logger("io.duetime.server").getEffectiveLevel()).isEqualTo(Level.TRACE);
      assertThat(logger("io.lettuce.core.protocol.CommandEncoder").getEffectiveLevel())
          .isEqualTo(Level.DEBUG);
      assertThat(logger("io.lettuce.core.RedisClient").getEffectiveLevel()).isEqualTo(Level.DEBUG);
      assertThat(logger("org.apache").getEffectiveLevel()).isEqualTo(Level.DEBUG);
      assertThat(logger("io.netty.handler").getEffectiveLevel()).isEqualTo(Level.WARN);
      assertThat(trace)
          .hasToString("TRACE, io=TRACE, io.lettuce.core.protocol=TRACE, io.netty=WARN");

      LogLevels.parse("l", "ERROR").applyInsteadOf(trace);

      assertThat(logger("io.duetime.server").getEffectiveLevel()).isEqualTo(Level.ERROR);
    } finally {
      LogLevels.parse("l", "ERROR").applyInsteadOf(trace);
      root.setLevel(before);
    }
  }

  @Test
  void anEventIsAnObjectOnOneLine() {
    LoggingEvent event =
        new LoggingEvent(
            "x",
            logger("a.b"),
            Level.WARN,
            "said \"{}\"",
            new Exception("broken"),
            new Object[] {"x\ny"});

    String line = new String(new JsonLogEncoder().encode(event), StandardCharsets.UTF_8);

    assertThat(line).endsWith("\n").hasLineCount(1);
    JsonNode json = JsonTrees.MAPPER.readTree(line);
    assertThat(json.propertyNames())
        .containsExactly("time", "level", "logger", "thread", "message", "error");
    assertThat(json.path("message").asString()).isEqualTo("said \"x\ny\"");
    assertThat(json.path("level").asString()).isEqualTo("WARN");
    assertThat(json.path("error").asString()).startsWith("java.lang.Exception: broken");
  }

  @Test
  void textsOfOthersDoNotCommandTheTerminalThatShowsTheLog() {
    LoggingEvent event =
        new LoggingEvent(
            "x",
            logger("a.b"),
            Level.WARN,
            "said {}",
            new Exception("\u001b[2J"),
            new Object[] {"\u202eexe\n2026-11-20 ERROR forged"});

    for (LogFormat format : List.of(LogFormat.TEXT, LogFormat.JSON)) {
      Encoder<ILoggingEvent> encoder =
          LogSetup.encoder((LoggerContext) LoggerFactory.getILoggerFactory(), format);

      String text = new String(encoder.encode(event), StandardCharsets.UTF_8);

      assertThat(text).doesNotContain("\u001b", "\u202e").contains("\\u202Eexe", "\\u001B[2J");
      assertThat(text.lines()).noneMatch(line -> line.startsWith("2026-11-20 ERROR"));
    }
  }

  private static Logger logger(String name) {
    return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(name);
  }
}
