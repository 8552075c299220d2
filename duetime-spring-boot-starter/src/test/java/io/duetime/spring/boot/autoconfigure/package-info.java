/** Applications on Spring Boot, run with the auto-configuration; the same on each version. */
@NullMarked
package io.duetime.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
