package io.duetime.spring.test;

import io.duetime.test.TestDuetime;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Clears the store after a test, so that the next one begins with no jobs. */
class JobRemover implements TestExecutionListener {
  @Override
  public void afterTestMethod(TestContext test) {
    // Also where a nested class has the annotation from the one around it.
    if (test.hasApplicationContext()
        && TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), DuetimeTest.class)) {
      test.getApplicationContext().getBean(TestDuetime.class).clear();
    }
  }
}
