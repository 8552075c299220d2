package io.duetime.test;

import java.time.Instant;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every test a {@link TestDuetime} of its own, as a parameter of the test method and of its
 * {@code @BeforeEach} and {@code @AfterEach}, and closes it behind the test.
 *
 * <p>Either {@code @ExtendWith(DuetimeExtension.class)}, or, for time that begins at a certain
 * moment, {@code @RegisterExtension} on a field made by {@link #startingAt}.
 */
public final class DuetimeExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(DuetimeExtension.class);

  private final Instant start;

  /** Time begins at {@link TestDuetime#DEFAULT_START}. */
  public DuetimeExtension() {
    this(TestDuetime.DEFAULT_START);
  }

  private DuetimeExtension(Instant start) {
    this.start = start;
  }

  /** Time begins at a moment. */
  public static DuetimeExtension startingAt(Instant start) {
    return new DuetimeExtension(start);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestDuetime.class
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            TestDuetime.class, type -> TestDuetime.startingAt(start), TestDuetime.class);
  }
}
