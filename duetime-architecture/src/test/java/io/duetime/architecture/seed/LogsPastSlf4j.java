package io.duetime.architecture.seed;

import java.util.logging.Logger;

public interface LogsPastSlf4j {
  Logger logger();
}
