package io.duetime.engine.tck;

import io.duetime.engine.tck.fixture.Contract;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Chooses the themes of {@link EngineContract} that a class runs; without it, a class runs all.
 * With two classes that share the themes, two processes can run them side by side.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ChosenThemes.class)
public @interface Themes {
  /** The themes to run; all if empty. */
  Class<? extends Contract>[] only() default {};

  /** Themes not to run. */
  Class<? extends Contract>[] except() default {};

  /** Runs the themes that another class leaves out by its own {@code except}. */
  Class<? extends EngineContract>[] leftOutBy() default {};

  /** Whether runs with the system property {@code duetime.long} take all themes. */
  boolean allInLongRuns() default false;
}
