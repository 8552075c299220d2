package io.duetime.spring.boot;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
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
      return beans.getBean(name, DataSource.class);
    }
    DataSource chosen = marked.getIfUnique(all::getIfUnique);
    if (chosen == null) {
      throw new IllegalStateException(
          "Outbox and inbox need one DataSource; there are "
              + String.join(
                  ", ",
                  BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class))
              + ". Mark one with @DuetimeDataSource or @Primary, or name it with"
              + " duetime.data-source");
    }
    return chosen;
  }
}
