/** What only Spring Boot 4 has. */
@NullMarked
package io.duetime.spring.boot.autoconfigure.boot4;

import org.jspecify.annotations.NullMarked;
