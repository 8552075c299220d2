package io.duetime.spring.boot;

import io.duetime.spring.MisconfiguredException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Chooses the database of outbox and inbox.
 *
 * @param name the bean that the properties name, or null
 * @param marked those with {@link io.duetime.spring.DuetimeDataSource}
 * @param all those of the application
 */
record DatabaseChoice(
    @Nullable String name,
    ObjectProvider<DataSource> marked,
    ObjectProvider<DataSource> all,
    ListableBeanFactory beans) {
  DataSource database() {
    if (name != null) {
      return named(name);
    }
    DataSource chosen = marked.getIfUnique(all::getIfUnique);
    if (chosen == null) {
      throw new MisconfiguredException(
          "Outbox and inbox need one DataSource; there are " + names() + ".",
          "Mark one with @DuetimeDataSource or @Primary, or name it with duetime.data-source.");
    }
    return chosen;
  }

  private DataSource named(String bean) {
    try {
      return beans.getBean(bean, DataSource.class);
    } catch (NoSuchBeanDefinitionException missing) {
      throw new MisconfiguredException(
          "duetime.data-source names '"
              + bean
              + "', which is no DataSource; there are "
              + names()
              + ".",
          "Name one of them.");
    }
  }

  private String names() {
    return String.join(
        ", ", BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class));
  }
}
