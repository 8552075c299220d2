package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.spring.DuetimeDataSource;
import io.duetime.spring.JobInbox;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.outbox.JdbcInbox;
import io.duetime.spring.outbox.JdbcOutbox;
import io.duetime.spring.outbox.OutboxRelay;
import io.duetime.spring.transaction.CallSender;
import io.duetime.spring.transaction.DeferringDuetime;
import io.duetime.spring.transaction.TransactionBegins;
import io.duetime.time.SystemTime;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** Keeps calls and runs in the application's database, where it asks for it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(JdbcTemplate.class)
class OutboxConfiguration {
  private static final String OUTBOX = "duetime.outbox";
  private static final String INBOX = "duetime.inbox";

  // Static, as it must be there before the transaction managers are.
  @Bean
  @Conditional(OnOutboxOrInbox.class)
  static TransactionBegins duetimeTransactionBegins() {
    return new TransactionBegins();
  }

  @Bean
  DatabaseChoice duetimeDatabaseChoice(
      DuetimeProperties properties,
      @DuetimeDataSource ObjectProvider<DataSource> marked,
      ObjectProvider<DataSource> all,
      ListableBeanFactory beans) {
    return () -> database(properties, marked, all, beans);
  }

  /** Chooses the database of outbox and inbox. */
  interface DatabaseChoice {
    DataSource database();
  }

  private static DataSource database(
      DuetimeProperties properties,
      ObjectProvider<DataSource> marked,
      ObjectProvider<DataSource> all,
      ListableBeanFactory beans) {
    String name = properties.dataSource();
    DataSource chosen = name == null ? marked.getIfUnique(all::getIfUnique) : null;
    if (chosen != null) {
      return chosen;
    }
    String names =
        String.join(
            ", ", BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class));
    if (name == null) {
      throw new MisconfiguredException(
          "Outbox and inbox need one DataSource; there are " + names + ".",
          "Mark one with @DuetimeDataSource or @Primary, or name it with duetime.data-source.");
    }
    try {
      return beans.getBean(name, DataSource.class);
    } catch (NoSuchBeanDefinitionException missing) {
      throw new MisconfiguredException(
          "duetime.data-source names '%s', which is no DataSource; there are %s."
              .formatted(name, names),
          "Name one of them.");
    }
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = OUTBOX, name = "enabled")
  @DependsOnDatabaseInitialization
  JdbcOutbox duetimeOutbox(
      DatabaseChoice choice,
      DuetimeProperties properties,
      TransactionBegins begins,
      Environment environment) {
    DuetimeProperties.Outbox outbox = properties.outbox();
    String application =
        outbox.application() != null
            ? outbox.application()
            : environment.getProperty("spring.application.name", "");
    return new JdbcOutbox(
        choice.database(),
        new JdbcOutbox.Settings(
            outbox.table(), outbox.initializeSchema(), application, outbox.lease()),
        begins);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = OUTBOX, name = "enabled")
  OutboxRelay duetimeOutboxRelay(JdbcOutbox outbox, Duetime duetime, DuetimeProperties properties) {
    CallSender sender = new CallSender(DeferringDuetime.undeferred(duetime));
    return new OutboxRelay(outbox, sender, properties.outbox().interval(), new SystemTime());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = INBOX, name = "enabled")
  @DependsOnDatabaseInitialization
  JobInbox duetimeInbox(
      DatabaseChoice choice, DuetimeProperties properties, TransactionBegins begins) {
    DuetimeProperties.Inbox inbox = properties.inbox();
    return new JdbcInbox(
        choice.database(), begins, inbox.table(), inbox.initializeSchema(), inbox.retention());
  }

  static final class OnOutboxOrInbox extends AnyNestedCondition {
    OnOutboxOrInbox() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty(prefix = OUTBOX, name = "enabled")
    static final class Outbox {}

    @ConditionalOnProperty(prefix = INBOX, name = "enabled")
    static final class Inbox {}
  }

  /** Shows in the application's meter registry what waits in the outbox. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MeterBinder.class, JdbcTemplate.class})
  @ConditionalOnProperty(prefix = OUTBOX, name = "enabled")
  static class Metrics {
    @Bean
    MeterBinder duetimeOutboxMeters(JdbcOutbox outbox) {
      return registry -> bind(outbox, registry);
    }

    private static void bind(JdbcOutbox outbox, MeterRegistry registry) {
      Gauge.builder("duetime.outbox.waiting", outbox, one -> one.state().waiting())
          .description("Calls in the outbox that are not sent yet")
          .register(registry);
      TimeGauge.builder(
              "duetime.outbox.age",
              outbox,
              TimeUnit.MILLISECONDS,
              one -> one.state().oldest().toMillis())
          .description("How long the first call in the outbox waits; 0 without one")
          .register(registry);
      Gauge.builder("duetime.outbox.set.aside", outbox, one -> one.state().setAside())
          .description("Calls in the outbox that can never take effect")
          .register(registry);
      FunctionCounter.builder("duetime.outbox.sent", outbox, JdbcOutbox::sent)
          .description("Calls that this process has sent from the outbox")
          .register(registry);
    }
  }
}
