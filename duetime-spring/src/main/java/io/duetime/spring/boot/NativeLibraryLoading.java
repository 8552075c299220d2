package io.duetime.spring.boot;

import io.duetime.embedded.NativeLibrary;
import io.duetime.time.Threads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * Loads the native library of the embedded store beside the start of the application, which would
 * wait for it later. Does nothing where only one processor is there.
 */
class NativeLibraryLoading implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibraryLoading.class);

  @Override
  public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
    if (isNeeded(event.getEnvironment()) && Runtime.getRuntime().availableProcessors() > 1) {
      Threads.daemons("duetime-native-library").newThread(NativeLibraryLoading::load).start();
    }
  }

  static boolean isNeeded(Environment properties) {
    return properties.getProperty("duetime.enabled", Boolean.class, true)
        && DefaultStore.isFolder(properties.getProperty("duetime.store"));
  }

  private static void load() {
    try {
      NativeLibrary.load();
    } catch (RuntimeException | LinkageError failure) {
      LOG.debug("The store will say that its library cannot be loaded", failure);
    }
  }
}
