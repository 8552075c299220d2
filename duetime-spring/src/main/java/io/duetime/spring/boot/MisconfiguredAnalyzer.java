package io.duetime.spring.boot;

import io.duetime.spring.MisconfiguredException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a handler or a property that cannot work, and what to change. */
class MisconfiguredAnalyzer extends AbstractFailureAnalyzer<MisconfiguredException> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, MisconfiguredException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
