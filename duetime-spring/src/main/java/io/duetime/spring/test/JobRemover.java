package io.duetime.spring.test;

import io.duetime.Codec;
import io.duetime.JobQueue;
import io.duetime.test.TestDuetime;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Removes the jobs of a test, so that the next one begins with none. */
class JobRemover implements TestExecutionListener {
  @Override
  public void afterTestMethod(TestContext test) {
    if (test.hasApplicationContext()
        && AnnotatedElementUtils.hasAnnotation(test.getTestClass(), DuetimeTest.class)) {
      remove(test.getApplicationContext());
    }
  }

  private static void remove(ApplicationContext application) {
    TestDuetime duetime = application.getBean(TestDuetime.class);
    for (String name : duetime.queues()) {
      JobQueue<byte[]> queue = duetime.queue(name, Codec.bytes());
      queue.waiting().all().cancel();
      queue.dead().all().purge();
    }
  }
}
