package io.duetime.rabbitmq;

import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;

/** Opens targets of the type {@code rabbitmq}. */
public final class RabbitTargetProvider implements TargetProvider {
  @Override
  public String type() {
    return "rabbitmq";
  }

  @Override
  public Target open(TargetSettings settings) {
    return RabbitTarget.open(settings);
  }
}
