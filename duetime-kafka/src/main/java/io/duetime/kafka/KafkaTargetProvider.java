package io.duetime.kafka;

import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;

/** Opens targets of the type {@code kafka}. */
public final class KafkaTargetProvider implements TargetProvider {
  @Override
  public String type() {
    return "kafka";
  }

  @Override
  public Target open(TargetSettings settings) {
    return new KafkaTarget(KafkaSettings.of(settings));
  }
}
