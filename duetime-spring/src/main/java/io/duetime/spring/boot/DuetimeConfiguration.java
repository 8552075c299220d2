package io.duetime.spring.boot;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.DuetimeSettings;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.WorkerSettings;
import io.duetime.WorkerSettings.HandlerThreads;
import io.duetime.spring.DuetimeCustomizer;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.PayloadCodecs;
import io.duetime.spring.StoreOpener;
import io.duetime.spring.WorkerCustomizer;
import io.duetime.spring.transaction.CallStore;
import io.duetime.spring.transaction.DeferringDuetime;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The beans of an application that uses Duetime; imported by the auto-configurations. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "duetime", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(DuetimeProperties.class)
@Import({
  SpringRedisConfiguration.class,
  CodecConfiguration.Jackson3.class,
  CodecConfiguration.Jackson2.class,
  CodecConfiguration.WithoutJson.class,
  ObservabilityConfiguration.Metrics.class,
  ObservabilityConfiguration.Endpoint.class,
  ObservabilityConfiguration.ByOpenTelemetry.class,
  ObservabilityConfiguration.ByObservation.class,
  ServerConfiguration.class,
  OutboxConfiguration.class,
  OutboxConfiguration.Metrics.class
})
public class DuetimeConfiguration {
  private static final String TRANSACTIONS =
      "org.springframework.transaction.support.TransactionSynchronizationManager";
  private static final Duration PHASE_LIMIT = Duration.ofSeconds(30);

  @Bean
  @ConditionalOnMissingBean
  StoreOpener storeOpener() {
    return DefaultStore::open;
  }

  @Bean(destroyMethod = "close")
  @Primary
  @ConditionalOnMissingBean(value = Duetime.class, ignoredType = "io.duetime.test.TestDuetime")
  Duetime duetime(
      DuetimeProperties properties,
      StoreOpener opener,
      ObjectProvider<DuetimeCustomizer> customizers,
      ObjectProvider<JobListener> listeners,
      ObjectProvider<CallStore> outbox) {
    // First, as a store that is open has no owner yet if this fails.
    CallStore calls = outbox.getIfAvailable();
    DuetimeSettings settings;
    Duetime store;
    try {
      DuetimeSettings.Builder builder = DefaultStore.settings(properties);
      listeners.orderedStream().forEach(builder::listener);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      settings = builder.build();
      store = opener.open(settings);
    } catch (DuetimeException refused) {
      throw DefaultStore.notOpened(refused);
    }
    return deferring(store, settings, properties, calls);
  }

  private static Duetime deferring(
      Duetime store,
      DuetimeSettings settings,
      DuetimeProperties properties,
      @Nullable CallStore outbox) {
    boolean defers =
        properties.transactions().enabled() && ClassUtils.isPresent(TRANSACTIONS, null);
    if (properties.outbox().enabled() && (!defers || outbox == null)) {
      store.close();
      throw new IllegalStateException(
          "duetime.outbox.enabled needs spring-jdbc, a DataSource and"
              + " duetime.transactions.enabled");
    }
    if (!defers) {
      return store;
    }
    return outbox == null
        ? DeferringDuetime.afterCommit(store)
        : DeferringDuetime.withOutbox(store, outbox, settings.listeners());
  }

  @Bean
  StoreHealth duetimeStoreHealth(
      Duetime duetime,
      ObjectProvider<HandlerWorkers> handlers,
      ObjectProvider<CallStore> outbox,
      ObjectProvider<StoreHealth.Judge> judges) {
    return new StoreHealth(duetime, handlers, outbox.getIfAvailable(), judges);
  }

  /**
   * A queue for each place that asks for one; its type argument is that of the place.
   *
   * @throws MisconfiguredException if the place names no queue or no type of payload
   */
  @Bean
  @Scope(BeanDefinition.SCOPE_PROTOTYPE)
  @SuppressWarnings("unchecked") // the codec is made for the type argument of that place
  <T> JobQueue<T> duetimeQueue(
      ConfigurableListableBeanFactory beans,
      Duetime duetime,
      PayloadCodecs codecs,
      InjectionPoint place) {
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
          "A JobQueue is to be injected without the type of its payload: %s."
              .formatted(place.getMember()),
          "Write it as JobQueue<Order>.");
    }
    return payload.getType();
  }

  // Each context of a hierarchy has its own, for its own handlers.
  @Bean
  @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
  @ConditionalOnProperty(prefix = "duetime.listener", name = "enabled", matchIfMissing = true)
  HandlerWorkers handlerWorkers(
      ConfigurableListableBeanFactory beans,
      Duetime duetime,
      PayloadCodecs codecs,
      DuetimeProperties properties,
      ObjectProvider<WorkerCustomizer> customizers,
      Environment environment) {
    Duration own = properties.listener().closeLimit();
    Duration closeLimit = own == null ? closeLimit(environment) : own;
    boolean virtual =
        environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
    WorkerCustomizer usual =
        (String queue, WorkerSettings.Builder settings) ->
            settings
                .closeLimit(closeLimit)
                .threads(virtual ? HandlerThreads.VIRTUAL_IF_POSSIBLE : HandlerThreads.PLATFORM);
    List<WorkerCustomizer> all =
        Stream.concat(Stream.of(usual), customizers.orderedStream()).toList();
    return new HandlerWorkers(beans, duetime, codecs, properties, all);
  }

  @Bean
  @ConditionalOnMissingBean
  SpringHandOvers duetimeHandOvers(
      Duetime duetime,
      DuetimeProperties properties,
      ObjectProvider<HandlerWorkers> handlers,
      Environment environment) {
    return new SpringHandOvers(duetime, properties, handlers, closeLimit(environment));
  }

  /** Ends before the limit at which Spring goes on without what has not ended. */
  private static Duration closeLimit(Environment environment) {
    return environment
        .getProperty("spring.lifecycle.timeout-per-shutdown-phase", Duration.class, PHASE_LIMIT)
        .multipliedBy(9)
        .dividedBy(10);
  }

  /** Reports what cannot work, and what to change. */
  static final class MisconfiguredAnalyzer extends AbstractFailureAnalyzer<MisconfiguredException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, MisconfiguredException cause) {
      return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
    }
  }
}
