/** The auto-configuration for Spring Boot 3.5: the shared beans, and what is Boot 3's own. */
@NullMarked
package io.duetime.spring.boot3;

import org.jspecify.annotations.NullMarked;
