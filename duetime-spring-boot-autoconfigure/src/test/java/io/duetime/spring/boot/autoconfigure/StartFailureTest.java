package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.duetime.Job;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.DuetimeRecurring;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What cannot work is refused when the application starts, with what to do about it. */
class StartFailureTest {

  @Test
  void twoHandlersOfOneQueueAreRefused() {
    FailureAnalysis analysis = analysisOf(Twice.class);

    assertThat(analysis.getDescription())
        .contains("'orders' has two handlers")
        .contains("Twice.one()")
        .contains("Twice.two()");
    assertThat(analysis.getAction()).contains("a queue of its own");
  }

  static class Twice {
    @DuetimeListener(queue = "orders")
    void one(String order) {}

    @DuetimeListener(queue = "orders")
    void two(String order) {}
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        WithoutParameters.class,
        WithThreeParameters.class,
        WithTwoPayloads.class,
        WithRawJob.class,
        WithOtherTypes.class,
        WithStage.class
      })
  void aWrongSignatureIsRefused(Class<?> beans) {
    FailureAnalysis analysis = analysisOf(beans);

    assertThat(analysis.getDescription()).contains(beans.getSimpleName() + ".handle()");
    assertThat(analysis.getAction()).contains("the return type void");
  }

  static class WithoutParameters {
    @DuetimeListener(queue = "orders")
    void handle() {}
  }

  static class WithThreeParameters {
    @DuetimeListener(queue = "orders")
    void handle(String one, Job<String> two, int three) {}
  }

  static class WithTwoPayloads {
    @DuetimeListener(queue = "orders")
    void handle(String one, String two) {}
  }

  static class WithRawJob {
    @DuetimeListener(queue = "orders")
    void handle(Job<?> job) {}
  }

  static class WithOtherTypes {
    @DuetimeListener(queue = "orders")
    void handle(Integer number, Job<String> job) {}
  }

  static class WithStage {
    @DuetimeListener(queue = "orders")
    CompletableFuture<String> handle(String order) {
      return CompletableFuture.completedFuture(order);
    }
  }

  @Test
  void aRecurringMethodWithAPayloadIsRefused() {
    assertThat(analysisOf(TickWithPayload.class).getDescription()).contains("have no payload");
  }

  static class TickWithPayload {
    @DuetimeRecurring(name = "report", every = "1h")
    void report(String text) {}
  }

  @Test
  void aRecurringMethodWithoutAScheduleIsRefused() {
    assertThat(analysisOf(TickWithoutSchedule.class).getAction()).contains("either cron or every");
  }

  static class TickWithoutSchedule {
    @DuetimeRecurring(name = "report")
    void report() {}
  }

  @Test
  void aQueueWithoutATypeOfPayloadIsRefused() {
    assertThat(analysisOf(RawQueue.class).getAction()).contains("JobQueue<Order>");
  }

  static class RawQueue {
    @DuetimeQueue("orders")
    JobQueue<?> orders;
  }

  @Test
  void aValueThatIsNotAllowedIsNamed() {
    FailureAnalysis analysis = analysisOf(WrongBackoff.class);

    assertThat(analysis.getDescription()).contains("INVALID").contains("sometimes");
  }

  static class WrongBackoff {
    @DuetimeListener(queue = "orders", backoff = "sometimes")
    void handle(String order) {}
  }

  @Test
  void aStoreWithoutItsModuleIsRefusedWithTheModulesName() {
    Throwable failure =
        catchThrowable(() -> Application.startOn("nosuch://host", StartFailureTest.class).close());

    assertThat(analyze(failure).getDescription()).contains("UNKNOWN_STORE");
    assertThat(analyze(failure).getAction()).contains("duetime-redis");
  }

  private static FailureAnalysis analysisOf(Class<?> beans) {
    return analyze(catchThrowable(() -> Application.start(beans).close()));
  }

  private static FailureAnalysis analyze(Throwable failure) {
    // Some of Spring Boot's own need arguments, and are left out.
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(
            FailureAnalyzer.class,
            SpringFactoriesLoader.FailureHandler.handleMessage((message, problem) -> {}))
        .stream()
        .filter(analyzer -> analyzer.getClass().getName().startsWith("io.duetime."))
        .map(analyzer -> analyzer.analyze(failure))
        .filter(analysis -> analysis != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no analysis", failure));
  }
}
