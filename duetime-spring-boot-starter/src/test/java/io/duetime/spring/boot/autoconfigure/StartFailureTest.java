package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.duetime.Job;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.DuetimeRecurring;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;

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

    assertThat(analysis.getDescription()).contains("WrongBackoff.handle()").contains("sometimes");
  }

  @Test
  void aSettingThatIsNotAllowedIsToldWithItsHandler() {
    FailureAnalysis analysis =
        analyze(
            catchThrowable(() ->
                Application.start(AnyHandler.class, "duetime.listener.concurrency=0").close()));

    assertThat(analysis.getDescription())
        .contains("AnyHandler.handle()")
        .contains("orders")
        .contains("concurrency");
    assertThat(analysis.getAction()).contains("duetime.queues.orders.*");
  }

  static class AnyHandler {
    @DuetimeListener(queue = "orders")
    void handle(Long number, Job<Long> job) {}
  }

  @Test
  void aPrimitivePayloadHasTheTypeOfItsJob() {
    assertThat(catchThrowable(() -> Application.start(Primitive.class).close())).isNull();
  }

  static class Primitive {
    @DuetimeListener(queue = "orders")
    void handle(long number, Job<Long> job) {}

    @DuetimeListener(queue = "lists")
    void handle(List<? extends Number> numbers, Job<List<Number>> job) {}
  }

  @ParameterizedTest
  @ValueSource(classes = {Asynchronous.class, AsynchronousTicks.class})
  void anAsynchronousHandlerIsRefused(Class<?> beans) {
    FailureAnalysis analysis = analysisOf(beans);

    assertThat(analysis.getDescription()).contains("is asynchronous");
    assertThat(analysis.getAction()).contains("Remove @Async");
  }

  static class Asynchronous {
    @Async
    @DuetimeListener(queue = "orders")
    void handle(String order) {}
  }

  static class AsynchronousTicks {
    @Async
    @DuetimeRecurring(name = "report", every = "5m")
    void report() {}
  }

  @ParameterizedTest
  @ValueSource(classes = {FinalBehindProxy.class, PrivateBehindProxy.class})
  void aMethodThatAProxyCannotPassOnIsRefused(Class<?> beans) {
    FailureAnalysis analysis = analysisOf(beans);

    assertThat(analysis.getDescription()).contains(beans.getSimpleName() + ".handle()", "proxy");
    assertThat(analysis.getAction()).contains("@Transactional");
  }

  static class FinalBehindProxy {
    @DuetimeListener(queue = "orders")
    final void handle(String order) {}

    @Transactional
    void other() {}
  }

  static class PrivateBehindProxy {
    @DuetimeListener(queue = "orders")
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // as a user would write it
    private void handle(String order) {}

    @Transactional
    void other() {}
  }

  @Test
  void optionsBesideTheConnectionOfSpringDataAreRefused() {
    Throwable failure =
        catchThrowable(() ->
            Application.startOn("redis", StartFailureTest.class, "duetime.options.prefix=shop")
                .close());

    assertThat(analyze(failure).getDescription()).contains("duetime.options", "prefix");
  }

  @Test
  void anotherClientOfSpringDataIsRefusedWithTheOneThatIsNeeded() {
    Throwable failure =
        catchThrowable(() ->
            Application.startOn(
                    "redis", StartFailureTest.class, "spring.data.redis.client-type=jedis")
                .close());

    assertThat(analyze(failure).getDescription()).contains("duetime.store", "Lettuce");
  }

  // Kotlin makes such a method of fun handle(id: OrderId).
  @Test
  void aValueClassOfKotlinIsRefused() throws IllegalAccessException {
    ClassWriter type = new ClassWriter(0);
    String name = "io/duetime/spring/boot/autoconfigure/KotlinHandler";
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor method =
        type.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT,
            "handle-x7f",
            "(Ljava/lang/String;)V",
            null,
            null);
    AnnotationVisitor listener =
        method.visitAnnotation("Lio/duetime/spring/DuetimeListener;", true);
    listener.visit("queue", "orders");
    listener.visitEnd();
    MethodVisitor constructor = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);

    Class<?> handler = MethodHandles.lookup().defineClass(type.toByteArray());

    assertThat(analysisOf(handler).getDescription()).contains("a value class of Kotlin");
  }

  @Test
  void aHandlerInAChildContextThatWouldNeverRunIsRefused() {
    Throwable failure =
        catchThrowable(() ->
            new SpringApplicationBuilder(Parent.class)
                .properties("duetime.store=memory:")
                .child(AnyHandler.class)
                .web(WebApplicationType.NONE)
                .run());

    assertThat(analyze(failure).getDescription())
        .contains("AnyHandler.handle()")
        .contains("child context");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Parent {}

  @Test
  void whatTheApplicationDoesLaterIsNotTakenForAFailureOfTheStore() {
    assertThat(analyses(catchThrowable(() -> Application.start(WrongRunner.class).close())))
        .isEmpty();
  }

  static class WrongRunner {
    @Bean
    CommandLineRunner runner(@DuetimeQueue("orders") JobQueue<String> orders) {
      return arguments -> orders.schedule("x".repeat(1_000), "1", Duration.ZERO);
    }
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

  @Test
  void aQueueWithAHandlerAndAHandOverIsRefused() {
    FailureAnalysis analysis =
        analysisOf(
            Handled.class,
            "duetime.targets.main.type=mailbox",
            "duetime.targets.main.own-address=here",
            "duetime.hand-over.orders.target=main");

    assertThat(analysis.getDescription())
        .contains("'orders' is handed over to main, and has a handler", "Handled.handle()");
    assertThat(analysis.getAction()).contains("duetime.hand-over.orders");
  }

  static class Handled {
    @DuetimeListener(queue = "orders")
    void handle(String order) {}
  }

  @Test
  void aHandOverToATargetThatIsMissingNamesThoseThatAreThere() {
    FailureAnalysis analysis =
        analysisOf(
            NoHandlers.class,
            "duetime.targets.main.type=mailbox",
            "duetime.targets.main.own-address=here",
            "duetime.hand-over.orders.target=mian");

    assertThat(analysis.getDescription())
        .contains("duetime.hand-over.orders.target is 'mian'", "of duetime.targets: main");
  }

  static class NoHandlers {}

  private static FailureAnalysis analysisOf(Class<?> beans, String... properties) {
    return analyze(catchThrowable(() -> Application.start(beans, properties).close()));
  }

  private static FailureAnalysis analyze(Throwable failure) {
    return analyses(failure).stream()
        .findFirst()
        .orElseThrow(() -> new AssertionError("no analysis", failure));
  }

  private static List<FailureAnalysis> analyses(Throwable failure) {
    // Some of Spring Boot's own need arguments, and are left out.
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(
            FailureAnalyzer.class,
            SpringFactoriesLoader.FailureHandler.handleMessage((message, problem) -> {}))
        .stream()
        .filter(analyzer -> analyzer.getClass().getName().startsWith("io.duetime."))
        .map(analyzer -> analyzer.analyze(failure))
        .filter(analysis -> analysis != null)
        .toList();
  }
}
