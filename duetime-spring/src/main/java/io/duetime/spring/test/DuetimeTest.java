package io.duetime.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Gives the application of a {@code @SpringBootTest} a store in memory whose time only the test
 * moves. Needs {@code duetime-test} on the class path of the tests.
 *
 * <p>Inject the {@link io.duetime.test.TestDuetime} and call {@code advance}: handlers then run on
 * the thread of the test, each at its moment. Tests that share an application share its store and
 * its time; after each test its waiting and dead jobs are removed. The outbox is off, since its
 * relay runs on a thread of its own.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(TestStores.VirtualTime.class)
@TestPropertySource(properties = "duetime.outbox.enabled=false")
public @interface DuetimeTest {}
