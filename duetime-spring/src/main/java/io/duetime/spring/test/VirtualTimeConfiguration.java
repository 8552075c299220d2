package io.duetime.spring.test;

import io.duetime.JobListener;
import io.duetime.spring.StoreOpener;
import io.duetime.test.TestDuetime;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens a store with virtual time instead of the application's. */
@Configuration(proxyBeanMethods = false)
class VirtualTimeConfiguration {
  @Bean
  TestDuetime testDuetime(ObjectProvider<JobListener> listeners) {
    return TestDuetime.startingAt(
        TestDuetime.DEFAULT_START, listeners.orderedStream().toArray(JobListener[]::new));
  }

  @Bean
  StoreOpener testStoreOpener(TestDuetime duetime) {
    return settings -> duetime;
  }
}
