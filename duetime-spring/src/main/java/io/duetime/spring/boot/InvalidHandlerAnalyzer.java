package io.duetime.spring.boot;

import io.duetime.spring.InvalidHandlerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a handler that cannot work, and what to change. */
class InvalidHandlerAnalyzer extends AbstractFailureAnalyzer<InvalidHandlerException> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, InvalidHandlerException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
