package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.DuetimeSettings;
import io.duetime.InvalidRequestException;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.WorkerSettings;
import io.duetime.WorkerSettings.HandlerThreads;
import io.duetime.spring.DuetimeCustomizer;
import io.duetime.spring.PayloadCodecs;
import io.duetime.spring.StoreOpener;
import io.duetime.spring.WorkerCustomizer;
import io.duetime.spring.internal.handler.HandlerFinder;
import io.duetime.spring.internal.handler.HandlerWorkers;
import io.duetime.spring.internal.inject.QueueInjector;
import io.duetime.spring.internal.transaction.CallStore;
import io.duetime.spring.internal.transaction.DeferringDuetime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
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
  MetricsConfiguration.class,
  EndpointConfiguration.class,
  OutboxConfiguration.class,
  OutboxMetricsConfiguration.class,
  HandOverConfiguration.class,
  TracingConfiguration.ByOpenTelemetry.class,
  TracingConfiguration.ByObservation.class
})
public class DuetimeConfiguration {
  private static final String TRANSACTIONS =
      "org.springframework.transaction.support.TransactionSynchronizationManager";
  private static final Duration PHASE_LIMIT = Duration.ofSeconds(30);

  @Bean
  @ConditionalOnMissingBean
  StoreOpener storeOpener() {
    return settings -> {
      if (settings.uri().equals(DefaultStore.OF_SPRING)) {
        throw new InvalidRequestException(
            "duetime.store",
            DefaultStore.SPRING_REDIS,
            "redis with duetime-redis and a Lettuce connection of Spring Data Redis"
                + " (spring.data.redis.client-type=lettuce), or the URI of a store");
      }
      return settings.toBuilder().open();
    };
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
    DuetimeSettings settings = settings(properties, customizers, listeners);
    // First, as a store that is open has no owner yet if this fails.
    CallStore calls = outbox.getIfAvailable();
    return deferring(opened(opener, settings), settings, properties, calls);
  }

  private static DuetimeSettings settings(
      DuetimeProperties properties,
      ObjectProvider<DuetimeCustomizer> customizers,
      ObjectProvider<JobListener> listeners) {
    try {
      DuetimeSettings.Builder settings = DefaultStore.settings(properties);
      listeners.orderedStream().forEach(settings::listener);
      customizers.orderedStream().forEach(customizer -> customizer.customize(settings));
      return settings.build();
    } catch (DuetimeException refused) {
      throw new StoreNotOpenedException(refused);
    }
  }

  private static Duetime opened(StoreOpener opener, DuetimeSettings settings) {
    try {
      return opener.open(settings);
    } catch (DuetimeException refused) {
      throw new StoreNotOpenedException(refused);
    }
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
  @ConditionalOnMissingBean
  QueueInjector queueInjector(
      ConfigurableListableBeanFactory beans, Duetime duetime, PayloadCodecs codecs) {
    return new QueueInjector(beans, duetime, codecs);
  }

  /** A queue for each place that asks for one; its type argument is that of the place. */
  @Bean
  @Scope(BeanDefinition.SCOPE_PROTOTYPE)
  <T> JobQueue<T> duetimeQueue(QueueInjector injector, InjectionPoint place) {
    return injector.queue(place);
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
    WorkerCustomizer usual = usual(properties, environment);
    List<WorkerCustomizer> all =
        Stream.concat(Stream.of(usual), customizers.orderedStream()).toList();
    return new HandlerWorkers(
        new HandlerFinder(beans, codecs),
        duetime,
        properties.listener().afterRunners() && beans.containsSingleton(HandlerStart.APPLICATION),
        properties.queues().keySet(),
        properties::settings,
        all);
  }

  @Bean
  @ConditionalOnBean(value = HandlerWorkers.class, search = SearchStrategy.CURRENT)
  HandlerStart duetimeHandlerStart(HandlerWorkers workers, ApplicationContext context) {
    return new HandlerStart(workers, context);
  }

  // Handlers end before the limit at which Spring goes on without them.
  private static WorkerCustomizer usual(DuetimeProperties properties, Environment environment) {
    Duration phase =
        environment.getProperty(
            "spring.lifecycle.timeout-per-shutdown-phase", Duration.class, PHASE_LIMIT);
    Duration own = properties.listener().closeLimit();
    Duration closeLimit = own == null ? phase.multipliedBy(9).dividedBy(10) : own;
    boolean virtual =
        environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
    return (String queue, WorkerSettings.Builder settings) ->
        settings
            .closeLimit(closeLimit)
            .threads(virtual ? HandlerThreads.VIRTUAL_IF_POSSIBLE : HandlerThreads.PLATFORM);
  }
}
