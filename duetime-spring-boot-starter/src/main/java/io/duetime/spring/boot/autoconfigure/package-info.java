/** The auto-configuration for Spring Boot 4: the shared beans, and what is Boot 4's own. */
@NullMarked
package io.duetime.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
