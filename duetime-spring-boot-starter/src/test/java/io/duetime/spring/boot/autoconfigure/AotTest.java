package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Job;
import io.duetime.spring.DuetimeListener;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** The application can be processed ahead of time; a native image is not compiled here. */
class AotTest {

  record Order(int number) {}

  static class Closer {
    @DuetimeListener(queue = "orders")
    void close(Order order, Job<Order> job) {}
  }

  @Test
  void handlersAndTheirPayloadsAreKnownToANativeImage() throws Exception {
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("shop", "Application")), files);
    try (AnnotationConfigApplicationContext app = new AnnotationConfigApplicationContext()) {
      TestPropertyValues.of("duetime.store=memory:").applyTo(app);
      app.register(Application.Configured.class, Closer.class);
      new ApplicationContextAotGenerator().processAheadOfTime(app, generation);
      generation.writeGeneratedContent();
    }
    RuntimeHints hints = generation.getRuntimeHints();

    assertThat(invoked(hints, Closer.class)).contains("close");
    assertThat(invoked(hints, Order.class)).contains("number");
    assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
        .anyMatch(name -> name.contains("DuetimeConfiguration"));
  }

  private static List<String> invoked(RuntimeHints hints, Class<?> type) {
    TypeHint hint = hints.reflection().getTypeHint(type);
    assertThat(hint).as(type.getName()).isNotNull();
    return hint.methods().map(ExecutableHint::getName).toList();
  }
}
