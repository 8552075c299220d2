package io.duetime.webhook;

import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import io.duetime.time.SystemTime;
import io.duetime.webhook.HostLookup.SystemHostLookup;

/** Opens targets of the type {@code webhook}. */
public final class WebhookTargetProvider implements TargetProvider {
  @Override
  public String type() {
    return "webhook";
  }

  @Override
  public Target open(TargetSettings settings) {
    WebhookSettings checked = WebhookSettings.of(settings);
    try {
      return new WebhookTarget(checked, new SystemHostLookup(settings.name()), SystemTime.clock());
    } catch (LinkageError other) {
      throw new IllegalStateException(
          "Webhooks need Netty 4.2, and another version is on the class path: Spring Boot 3.5 manages"
              + " 4.1, unless netty.version is set",
          other);
    }
  }
}
