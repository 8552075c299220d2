package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.internal.time.SystemTime;
import io.duetime.spring.DuetimeDataSource;
import io.duetime.spring.JobInbox;
import io.duetime.spring.internal.outbox.JdbcInbox;
import io.duetime.spring.internal.outbox.JdbcOutbox;
import io.duetime.spring.internal.outbox.OutboxRelay;
import io.duetime.spring.internal.outbox.TableCreation;
import io.duetime.spring.internal.transaction.CallSender;
import io.duetime.spring.internal.transaction.DeferringDuetime;
import io.duetime.spring.internal.transaction.TransactionBegins;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
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
    return new DatabaseChoice(properties.dataSource(), marked, all, beans);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = "duetime.outbox", name = "enabled")
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
    JdbcOutbox.Settings settings =
        new JdbcOutbox.Settings(
            outbox.table(), creation(outbox.initializeSchema()), application, outbox.lease());
    return new JdbcOutbox(choice.database(), settings, begins);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = "duetime.outbox", name = "enabled")
  OutboxRelay duetimeOutboxRelay(JdbcOutbox outbox, Duetime duetime, DuetimeProperties properties) {
    CallSender sender = new CallSender(DeferringDuetime.undeferred(duetime));
    return new OutboxRelay(outbox, sender, properties.outbox().interval(), new SystemTime());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = "duetime.inbox", name = "enabled")
  @DependsOnDatabaseInitialization
  JobInbox duetimeInbox(
      DatabaseChoice choice, DuetimeProperties properties, TransactionBegins begins) {
    DuetimeProperties.Inbox inbox = properties.inbox();
    return new JdbcInbox(
        choice.database(),
        begins,
        inbox.table(),
        creation(inbox.initializeSchema()),
        inbox.retention());
  }

  static final class OnOutboxOrInbox extends AnyNestedCondition {
    OnOutboxOrInbox() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty(prefix = "duetime.outbox", name = "enabled")
    static final class Outbox {}

    @ConditionalOnProperty(prefix = "duetime.inbox", name = "enabled")
    static final class Inbox {}
  }

  private static TableCreation creation(DuetimeProperties.SchemaInitialization where) {
    return TableCreation.valueOf(where.name());
  }
}
