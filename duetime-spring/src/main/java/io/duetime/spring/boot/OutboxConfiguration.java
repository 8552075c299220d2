package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.internal.time.SystemTime;
import io.duetime.spring.JobInbox;
import io.duetime.spring.internal.outbox.JdbcInbox;
import io.duetime.spring.internal.outbox.JdbcOutbox;
import io.duetime.spring.internal.outbox.OutboxRelay;
import io.duetime.spring.internal.transaction.CallSender;
import io.duetime.spring.internal.transaction.DeferringDuetime;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Keeps calls and runs in the application's database, where it asks for it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(JdbcTemplate.class)
class OutboxConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(prefix = "duetime.outbox", name = "enabled")
  JdbcOutbox duetimeOutbox(DataSource database, DuetimeProperties properties) {
    return new JdbcOutbox(database, properties.outbox().table());
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
  JobInbox duetimeInbox(DataSource database, DuetimeProperties properties) {
    return new JdbcInbox(database, properties.inbox().table(), properties.inbox().retention());
  }
}
