package io.duetime.spring.internal.inject;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.PayloadCodecs;
import java.lang.reflect.Type;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.core.ResolvableType;

/** Makes the queue of a parameter or field with {@link DuetimeQueue}. */
public final class QueueInjector {
  private final ConfigurableBeanFactory beans;
  private final Duetime duetime;
  private final PayloadCodecs codecs;

  /** Makes the queues of a store. */
  public QueueInjector(ConfigurableBeanFactory beans, Duetime duetime, PayloadCodecs codecs) {
    this.beans = beans;
    this.duetime = duetime;
    this.codecs = codecs;
  }

  /**
   * Returns the queue that a place asks for.
   *
   * @throws MisconfiguredException if it names no queue or no type of payload
   */
  @SuppressWarnings("unchecked") // the codec is made for the type argument of that place
  public <T> JobQueue<T> queue(InjectionPoint place) {
    DuetimeQueue named = place.getAnnotation(DuetimeQueue.class);
    if (named == null) {
      throw new MisconfiguredException(
          "A JobQueue is to be injected, and its queue is not named: " + place.getMember() + ".",
          "Put @DuetimeQueue(\"name\") before it.");
    }
    String name = String.valueOf(beans.resolveEmbeddedValue(named.value()));
    return duetime.queue(name, (Codec<T>) codecs.of(payload(place)));
  }

  private static Type payload(InjectionPoint place) {
    ResolvableType queue =
        place instanceof DependencyDescriptor descriptor
            ? descriptor.getResolvableType()
            : ResolvableType.NONE;
    ResolvableType payload = queue.as(JobQueue.class).getGeneric(0);
    if (payload.resolve() == null) {
      throw new MisconfiguredException(
          "A JobQueue is to be injected without the type of its payload: "
              + place.getMember()
              + ".",
          "Write it as JobQueue<Order>.");
    }
    return payload.getType();
  }
}
