package io.duetime.handover;

import io.duetime.InvalidRequestException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The types of targets that the modules on the class path provide. Thread safe. */
public final class TargetTypes {
  private final Map<String, TargetProvider> providers = new TreeMap<>();

  private TargetTypes() {}

  /** Finds the types. */
  public static TargetTypes find() {
    TargetTypes types = new TargetTypes();
    ServiceLoader.load(TargetProvider.class, TargetTypes.class.getClassLoader())
        .forEach(provider -> types.providers.put(provider.type(), provider));
    return types;
  }

  /**
   * Opens a target, without waiting for the receiver.
   *
   * @throws InvalidRequestException if the type is unknown, or a setting is wrong
   */
  public Target open(String type, TargetSettings settings) {
    TargetProvider provider = providers.get(type);
    if (provider == null) {
      throw new InvalidRequestException(
          "type",
          type,
          providers.isEmpty()
              ? "a type whose module is on the class path, such as duetime-rabbitmq; a jar that"
                  + " bundles its dependencies must merge their files in META-INF/services"
              : "one of " + String.join(", ", providers.keySet()));
    }
    return provider.open(settings);
  }
}
