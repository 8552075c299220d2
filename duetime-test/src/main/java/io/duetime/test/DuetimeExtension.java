package io.duetime.test;

import java.time.Instant;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides each test with its own {@link TestDuetime}, and closes it after the test. It is a
 * parameter of the test method and of the {@code @BeforeEach} and {@code @AfterEach} methods.
 *
 * <p>Register it with {@code @ExtendWith(DuetimeExtension.class)}. To choose the start of time, use
 * {@code @RegisterExtension} on a field made by {@link #startingAt}.
 *
 * <p>Runs under JUnit 5.10 to 6.
 */
public final class DuetimeExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(DuetimeExtension.class);

  private final Instant start;

  /** Creates stores whose time begins at {@link TestDuetime#DEFAULT_START}. */
  public DuetimeExtension() {
    this(TestDuetime.DEFAULT_START);
  }

  private DuetimeExtension(Instant start) {
    this.start = start;
  }

  /** Creates stores whose time begins at a moment. */
  public static DuetimeExtension startingAt(Instant start) {
    return new DuetimeExtension(start);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestDuetime.class
        && context.getTestMethod().isPresent();
  }

  // Uses only what JUnit 5.10 and 6 share: their methods to compute and to close a value of the
  // store
  // differ.
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    TestDuetime open = store.get(TestDuetime.class, TestDuetime.class);
    if (open != null) {
      return open;
    }
    TestDuetime fresh = TestDuetime.startingAt(start);
    store.put(TestDuetime.class, fresh);
    return fresh;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestDuetime open = context.getStore(NAMESPACE).remove(TestDuetime.class, TestDuetime.class);
    if (open != null) {
      open.close();
    }
  }
}
