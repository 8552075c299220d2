/** What only Spring Boot 3 has; the other tests are those of the auto-configuration for Boot 4. */
@NullMarked
package io.duetime.spring.boot3;

import org.jspecify.annotations.NullMarked;
