package io.duetime.handover;

/** Opens targets of one type; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {
  /** The name of the type, such as {@code rabbitmq}. */
  String type();

  /**
   * Checks the settings and opens a target, without waiting for the receiver.
   *
   * @throws io.duetime.InvalidRequestException if a setting is missing, unknown or not allowed
   */
  Target open(TargetSettings settings);
}
