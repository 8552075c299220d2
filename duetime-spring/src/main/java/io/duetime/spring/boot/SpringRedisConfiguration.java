package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.redis.RedisOptions;
import io.duetime.redis.RedisStores;
import io.duetime.spring.StoreOpener;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Opens the store over the client of Spring Data Redis, with all its settings. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({RedisStores.class, LettuceConnectionFactory.class})
@Conditional(SpringRedisConfiguration.OnSpringRedis.class)
class SpringRedisConfiguration {
  /** Below the handlers and the web server, above the client that Spring Data Redis stops. */
  private static final int PHASE = 512;

  @Bean
  @ConditionalOnBean(LettuceConnectionFactory.class)
  @ConditionalOnMissingBean
  StoreOpener springRedisStoreOpener(LettuceConnectionFactory connections) {
    return settings -> open(connections.getRequiredNativeClient(), settings);
  }

  @Bean
  @ConditionalOnBean(LettuceConnectionFactory.class)
  SmartLifecycle springRedisStoreCloser(Duetime duetime) {
    return new StoreCloser(duetime);
  }

  private static Duetime open(AbstractRedisClient client, DuetimeSettings settings) {
    return client instanceof RedisClusterClient cluster
        ? RedisStores.open(cluster, RedisOptions.DEFAULT, ignored -> settings.toBuilder())
        : RedisStores.open(
            (RedisClient) client, RedisOptions.DEFAULT, ignored -> settings.toBuilder());
  }

  /** Closes the store while its client is open. */
  private static final class StoreCloser implements SmartLifecycle {
    private final Duetime duetime;
    private volatile boolean running;

    StoreCloser(Duetime duetime) {
      this.duetime = duetime;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      duetime.close();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return PHASE;
    }
  }

  /** Whether the properties choose the store of {@code spring.data.redis.*}. */
  static final class OnSpringRedis implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return DefaultStore.isSpringRedis(context.getEnvironment().getProperty("duetime.store"));
    }
  }
}
